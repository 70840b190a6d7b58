// SPDX-License-Identifier: Apache-2.0
// Importing node:http evaluates all of its exports, and some load undici: 60 ms and 16 MB for a proxy or HTTP/1.1.

export const { Agent, request } = process.getBuiltinModule('node:http')
