// SPDX-License-Identifier: Apache-2.0
// The scenario with a timeline: a healthy fleet and the steps of its incident.
import { storageIncident } from './incidents/storage-incident.ts'
import type { Section } from './kube.ts'

/** Files of fleets/incident by their path under it; text: serialises the sections of a cluster. */
export function timelineFiles(text: (key: string, sections: readonly Section[]) => string): Map<string, string> {
  const steps = storageIncident()
  const files = new Map<string, string>([
    [
      'fleet.yaml',
      [
        'title: "A storage pool loses two hosts and recovers"\n',
        'teaches: "An incident in real time: Ceph first, then Glance, Cinder and Nova, then the recovery. Best viewed with -w or tui."\n',
        'try:\n',
        '  - kubectl c5c3 tui --demo incident\n',
        '  - kubectl c5c3 status -w --demo incident\n',
        'extends: healthy\n',
        '# what happens during a watch; the changes of each step are in timeline/<step>/\n',
        'timeline:\n',
        ...steps.map(({ after, title }) => `  - { after: ${after}s, title: ${JSON.stringify(title)} }\n`),
      ].join(''),
    ],
  ])
  for (const [i, { incident }] of steps.entries())
    for (const key of incident.clusters) {
      const sections = incident.sections(key)
      if (sections.length > 0) files.set(`timeline/${i + 1}/${key}.yaml`, text(key, sections))
    }
  return files
}
