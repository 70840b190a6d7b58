// SPDX-License-Identifier: Apache-2.0
import type { View } from '../../model/report/view.ts'
import { KEYS } from './keys.ts'

export const HELP: View = {
  blocks: [
    {
      type: 'table',
      columns: [{ title: 'KEY' }, { title: 'DOES', flexible: true }],
      rows: KEYS.map(({ keys, does }) => [{ text: keys }, { text: does }]),
    },
    {
      type: 'lines',
      lines: [
        { text: 'No key changes anything in a cluster: what would is shown as the command to run.' },
        { text: 'The line that begins with $ prints what you see; c copies it.' },
      ],
    },
  ],
}
