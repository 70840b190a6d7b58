// SPDX-License-Identifier: Apache-2.0
// An import of node:http reads all of its exports, and some of those load undici: 60 ms and 16 MB whenever we start.

export const { Agent, request, validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http')
