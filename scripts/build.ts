// SPDX-License-Identifier: Apache-2.0
// npm run build: the bundle that packages hold, in dist/bundle.
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle/bundle.ts'

const chunks = await bundle(fileURLToPath(new URL('../dist/bundle', import.meta.url)))
const bytes = chunks.reduce((sum, chunk) => sum + chunk.bytes, 0)
console.log(`dist/bundle: ${chunks.length} files, ${Math.round(bytes / 1024)} KiB`)
