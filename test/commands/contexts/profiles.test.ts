// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { runCli, words } from '../../harness/run-cli.ts'
import { type Document, expectValid } from '../../harness/schemas.ts'
import { tempFolder } from '../../harness/temp-folder.ts'

const CONFIG = `current: prod
profiles:
  lab:
    clusters: [{roles: [management], context: lab}]
  prod:
    protected: true
    clusters:
      - {roles: [management], context: m}
      - {roles: [storage=st-a], context: st-a}
  audit:
    readOnly: true
    clusters: [{roles: [management], context: m}]
`

const home = () => tempFolder({ '.config/c5c3/config.yaml': CONFIG })

describe('contexts profiles', () => {
  it('lists every profile and marks the current one', async () => {
    const { stdout, code } = await runCli(words('contexts profiles'), { home: home() })
    expect(code).toBe(0)
    expect(stdout.split('\n').map((line) => line.trimEnd())).toEqual([
      'CURRENT  NAME   CLUSTERS  WRITES',
      '         lab    1         allowed',
      '*        prod   2         protected: type its name to confirm',
      '         audit  1         read-only',
      '',
      expect.stringMatching(/\.config\/c5c3\/config\.yaml$/),
      '',
    ])
  })

  it('prints JSON as its schema says, and names', async () => {
    const { stdout } = await runCli(words('contexts profiles -o json'), { home: home() })
    expectValid(JSON.parse(stdout) as Document, 'contexts profiles')
    const names = await runCli(words('contexts profiles -o name'), { home: home() })
    expect(names.stdout).toBe('lab\nprod\naudit\n')
  })

  it('without a config file says so and how to get one', async () => {
    const { stdout, stderr, code } = await runCli(words('contexts profiles'))
    expect(code).toBe(0)
    expect(stdout).toMatch(/^No profiles found in .*config\.yaml/)
    expect(stderr).toContain('hint: kubectl c5c3 contexts discover --name NAME saves one')
  })

  it('with a malformed profile is an error', async () => {
    const { code, stderr } = await runCli(words('contexts profiles'), {
      home: tempFolder({ '.config/c5c3/config.yaml': 'profiles: {p: {}}\n' }),
    })
    expect(code).toBe(2)
    expect(stderr).toContain('profile p: clusters: expected a list')
  })
})
