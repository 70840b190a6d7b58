// SPDX-License-Identifier: Apache-2.0
import type { EmbeddedCluster, EmbeddedFleet } from '../../src/lib/embedded/start.ts'
import { startLandscape } from '../harness/landscape.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { KINDS, World } from './world.ts'

type Kind = readonly [group: string, version: string, kind: string, plural: string, namespaced: boolean]

const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: kube-system }\n'

/** A world for writes on the embedded API, and its control plane. more: additional served kinds. */
export async function embeddedWorld(
  more: readonly Kind[] = [],
  start: (folder: string) => Promise<Pick<EmbeddedFleet, 'clusters'>> = startLandscape,
): Promise<{ readonly world: World; readonly plane: EmbeddedCluster }> {
  const served = JSON.stringify(
    [...KINDS, ...more].map(
      ([group, version, kind, plural, namespaced]) =>
        `${plural}.${group}/${version}:${kind}:${namespaced ? 'Namespaced' : 'Cluster'}`,
    ),
  )
  const folder = tempFolder({
    'fleet.yaml': `clusters: { storage.st-pool-a: { served: ${served} }, control-plane.eu: { served: ${served} } }\n`,
    'storage.st-pool-a.yaml': NAMESPACE,
    'control-plane.eu.yaml': NAMESPACE,
  })
  const { clusters } = await start(folder)
  const [storage, plane] = ['storage.st-pool-a', 'control-plane.eu'].map((wanted) =>
    clusters.find(({ key }) => key === wanted),
  )
  if (!storage || !plane) throw new Error('a cluster did not start')
  const login = ({ url, ca, token }: EmbeddedCluster) => ({ url, ca, token })
  const world = new World({ storage: login(storage), control: login(plane) })
  await world.prepare()
  return { world, plane }
}
