// SPDX-License-Identifier: Apache-2.0
// npm run build: writes the bundle of the packages to dist/bundle.
import { fileURLToPath } from 'node:url'
import { bundle, writeBundle } from './bundle/bundle.ts'

const built = await bundle()
await writeBundle(built, fileURLToPath(new URL('../dist/bundle', import.meta.url)))
const bytes = [...built.chunks.values()].reduce((sum, code) => sum + code.length, 0)
console.log(`dist/bundle: ${built.chunks.size} chunks, ${Math.round(bytes / 1024)} KiB, build ${built.build}`)
