// SPDX-License-Identifier: Apache-2.0

import { nodeLink, pod, volumeLinks } from '../kinds/kubernetes/pod.ts'
import { workloadLinks } from '../kinds/kubernetes/workload-links.ts'
import type { KindSpec } from '../model/graph/kind.ts'
import type { Link } from '../model/graph/link.ts'

/**
 * A Pod read as evidence for its workload. It explains the workload's state and changes no other state: unlike the Pods
 * that `hypervisors` lists, not that of its Node.
 */
export const workloadPod: KindSpec = {
  ...pod,
  links: (object) => [
    ...workloadLinks(object),
    ...nodeLink(object).map(({ reverse: _, ...link }) => link),
    // A claim may wait for its Pod to be scheduled: one that is only pending explains nothing.
    ...volumeLinks(object).map((link): Link => ({ ...link, weak: 'degraded' })),
  ],
}
