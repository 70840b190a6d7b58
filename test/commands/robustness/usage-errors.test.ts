// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { runCli, words } from '../../harness/run-cli.ts'

describe('usage errors', () => {
  it.each([
    ['validate', 'missing flag: --filename', 'kubectl c5c3 validate --help'],
    ['wait customer-a-prod', 'missing flag: --for', 'kubectl c5c3 wait --help'],
    ['why --as-group a b c', 'unexpected argument: c', 'kubectl c5c3 why --help'],
    ['pools show', 'missing argument: POOL', 'kubectl c5c3 pools show --help'],
    ['tempest compare', 'missing arguments: A, B', 'kubectl c5c3 tempest compare --help'],
    ['contexts --whatever', 'unknown flag: --whatever', 'kubectl c5c3 contexts --help'],
    ['completion tcsh', 'invalid argument "tcsh" (expected one of: bash, zsh, fish, powershell)', '--help'],
    ['contexts --color=purple', 'invalid --color "purple" (expected one of: auto, always, never)', '--help'],
    ['contexts check --demo', 'flag --demo requires a value', 'kubectl c5c3 contexts check --help'],
    ['tempest run --smoke --tests x --demo healthy', '--smoke and --tests are mutually exclusive', '--help'],
    ['check --tail', 'unknown flag: --tail', 'kubectl c5c3 check --help'],
    ['journal --last x', 'invalid --last: expected an integer but received: x', 'kubectl c5c3 journal --help'],
  ])('%s: %s', async (line, message, hint) => {
    const { stderr, stdout, code } = await runCli(words(line))
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 })
    expect(stderr).toContain(`error: ${message}\n`)
    expect(stderr).toContain(hint)
    expect(stderr).not.toMatch(/u\{1b\}|Note:|following error|required arg/)
  })

  it.each([
    ['hvs', 'hypervisors'],
    ['hyper', 'hypervisors'],
    ['contxts', 'contexts'],
    ['stat', 'status'],
    ['ceph', 'ceph-secrets'],
    ['tempest result', 'tempest results'],
  ])('"%s" suggests %s', async (line, suggestion) => {
    const { stderr } = await runCli(words(line))
    expect(stderr).toContain(`did you mean: ${suggestion}?`)
  })

  it.each([['get pods'], ['x'], ['apply-all'], ['zz top']])(
    '"%s" suggests no command that is not similar',
    async (line) => {
      const { stderr, code } = await runCli(words(line))
      expect(code).toBe(2)
      expect(stderr).toMatch(/^error: unknown command/)
      expect(stderr).not.toContain('did you mean: gitops')
      expect(stderr).not.toContain('did you mean: why')
    },
  )

  it('a topic alone is a command', async () => {
    const { default: pkg } = await import('../../../package.json', { with: { type: 'json' } })
    for (const topic of Object.keys(pkg.oclif.topics)) {
      const { stderr } = await runCli([topic, '-o', 'nonsense'])
      expect(stderr).toContain('unknown output format "nonsense"')
    }
    const [alone, results] = await Promise.all(
      ['tempest', 'tempest results'].map((line) => runCli(words(`${line} --demo healthy`))),
    )
    expect(alone?.stdout).toBe(results?.stdout)
  })
})
