// SPDX-License-Identifier: Apache-2.0
// Writes the small fleet of the failure modes: node scripts/scenarios/small.ts
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../test/modes/tenant')

// landscape.ts reads this variable when it is loaded: it must not be imported before.
process.env['C5C3_LANDSCAPE'] = 'small'
const { healthy } = await import('./healthy.ts')
const { clusterText, HEADER, servedByCluster } = await import('./make.ts')
const { NOW } = await import('./kube.ts')

rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
for (const [key, sections] of Object.entries(healthy()))
  writeFileSync(join(FOLDER, `${key}.yaml`), clusterText(key, sections).replaceAll('make.ts', 'small.ts'))
const fleet = `${HEADER.replace('make.ts', 'small.ts')}title: "One tenant on one pool of each kind, everything well"\nnow: ${NOW}\nclusters:\n${servedByCluster()}`
writeFileSync(join(FOLDER, 'fleet.yaml'), fleet)
