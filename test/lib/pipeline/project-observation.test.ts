// SPDX-License-Identifier: Apache-2.0
// One wide observation gives the answers of narrower commands, with the evidence that they would read.
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { CHECKS } from '../../../src/lib/checks/index.ts'
import { loadFleetFolder } from '../../../src/lib/embedded/scenario/fleet-folder.ts'
import { onDemandInputs } from '../../../src/lib/pipeline/check-inputs.ts'
import { kindsToRead } from '../../../src/lib/pipeline/observe.ts'
import { projectObservation } from '../../../src/lib/pipeline/project-observation.ts'
import { TUI_KINDS } from '../../../src/lib/topics/tui/kinds.ts'
import { followLandscape, told } from '../../harness/live.ts'
import { ROOT } from '../../harness/run-cli.ts'

const FOLDERS = ['fleets/database-down', 'fleets/forbidden-secrets', 'test/modes/F140', 'test/modes/tenant']
const ALSO = { tree: [], check: onDemandInputs(CHECKS) }

it.each(FOLDERS.flatMap((folder) => (['tree', 'check'] as const).map((command) => [folder, command] as const)))(
  '%s: %s',
  async (folder, command) => {
    const followed = await followLandscape(await loadFleetFolder(join(ROOT, folder)))
    onTestFinished(() => followed.close())
    const wide = await followed.fresh({ also: TUI_KINDS })
    const kinds = kindsToRead(followed.fleet, { also: ALSO[command] })
    const narrow = projectObservation(wide, { kinds, acceptCached: false })
    const fresh = await followed.fresh({ also: ALSO[command] })
    expect(content(narrow)).toEqual(content(fresh))
  },
)

/** `check` keeps all events of the wide observation, and reads only the warnings among them. */
function content(observation: Parameters<typeof told>[0]): object {
  const { events: _, ...rest } = told(observation) as { readonly events: unknown }
  return rest
}
