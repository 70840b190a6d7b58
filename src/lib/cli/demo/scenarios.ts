// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path'
import { documentFiles, isJsonFile } from '../../embedded/scenario/document-files.ts'
import { fleetText, namesIn } from '../../embedded/scenario/fleet-files.ts'
import type { Scenario } from '../../reports/demo/report.ts'
import { scenarioNames } from './demo-fleet.ts'

/** The bundled scenarios with the texts of their fleet.yaml or fleet.json. */
export async function scenarios(root: string): Promise<Scenario[]> {
  const names = await scenarioNames(root)
  return Promise.all(names.map((name) => scenarioOf(root, name)))
}

async function scenarioOf(root: string, name: string): Promise<Scenario> {
  const folder = join(root, 'fleets', name)
  const file = documentFiles(folder, await namesIn(folder)).get('fleet') ?? join(folder, 'fleet.yaml')
  const parse: (text: string) => unknown = isJsonFile(file) ? JSON.parse : (await import('yaml')).parse
  const fleetFile = parse(await fleetText(file)) as Partial<Scenario>
  return { name, title: fleetFile.title ?? '', teaches: fleetFile.teaches ?? '', try: fleetFile.try ?? [] }
}
