// SPDX-License-Identifier: Apache-2.0
// An import of node:http evaluates all of its exports, some of which load undici: 60 ms and 16 MB for a proxy or
// HTTP/1.1.

export const { Agent, request } = process.getBuiltinModule('node:http')
