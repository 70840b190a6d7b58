// SPDX-License-Identifier: Apache-2.0
// The first script of an executable that is run by the build only: writes V8's compiled code of a run to $C5C3_RECORD.
// Released executables never write compiled code, and read only what they contain.
import { writeFileSync } from 'node:fs'
import { encodePack } from './pack.ts'
import { startSeaBundle } from './sea-bundle.ts'

const chunks = startSeaBundle()
process.once('exit', () =>
  writeFileSync(process.env['C5C3_RECORD'] ?? '', encodePack(chunks.compile()), { flag: 'wx' }),
)
