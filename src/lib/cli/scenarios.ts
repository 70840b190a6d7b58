// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path'
import { fleetText } from '../embedded/fleet-files.ts'
import type { Scenario } from '../reports/demo.ts'
import { scenarioNames } from './demo-fleet.ts'

/** The bundled scenarios with the words their fleet.yaml says of them. */
export async function scenarios(root: string): Promise<Scenario[]> {
  const names = await scenarioNames(root)
  return Promise.all(names.map((name) => scenarioOf(root, name)))
}

async function scenarioOf(root: string, name: string): Promise<Scenario> {
  const { parse } = await import('yaml')
  const words = parse(await fleetText(join(root, 'fleets', name, 'fleet.yaml'))) as Partial<Scenario>
  return { name, title: words.title ?? '', teaches: words.teaches ?? '', try: words.try ?? [] }
}
