// SPDX-License-Identifier: Apache-2.0
// Usage errors: exit 2 with the wrong item and the closest names, the same in text and in JSON.
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Ran, runCli, type World, words } from '../../harness/run-cli.ts'
import { tempFolder } from '../../harness/temp-folder.ts'

interface ErrorDocument {
  readonly kind: string
  readonly verdict: string
  readonly exitCode: number
  readonly completeness: { readonly complete: boolean }
  readonly error: { readonly code: string; readonly message: string; readonly hints: readonly string[] }
}

/** Runs the line in text and in JSON: both exit 2 with the same message, text on stderr only, JSON on stdout only. */
async function refused(line: string, world: World = {}): Promise<ErrorDocument['error'] & { readonly text: string }> {
  const text = await runCli(words(line), world)
  const json = await runCli([...words(line), '-o', 'json'], { ...world, home: text.home })
  expect({ code: text.code, stdout: text.stdout }).toEqual({ code: 2, stdout: '' })
  const document = documentOf(json)
  expect(document).toMatchObject({ kind: 'Error', verdict: 'unknown', exitCode: 2, completeness: { complete: false } })
  const { message, hints } = document.error
  const expectedText = [`error: ${message}`, ...hints.map((hint) => `hint: ${hint}`), ''].join('\n')
  expect(text.stderr).toBe(expectedText)
  return { ...document.error, text: expectedText.replaceAll(text.home, '~') }
}

function documentOf({ code, stdout, stderr }: Ran): ErrorDocument {
  expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
  return JSON.parse(stdout) as ErrorDocument
}

describe('arguments and flags', () => {
  it.each([
    ['contxts', 'unknown command "contxts"', 'did you mean: contexts?'],
    ['contexts chekc', 'unexpected argument: chekc', 'kubectl c5c3 contexts --help'],
    ['contexts check --demo', 'flag --demo requires a value', 'kubectl c5c3 contexts check --help'],
    ['contexts --contex x', 'unknown flag: --contex', 'did you mean: --context,'],
    ['contexts --whatever', 'unknown flag: --whatever', 'kubectl c5c3 contexts --help'],
    ['contexts --color=purple', 'invalid --color "purple" (expected one of: auto, always, never)', '--help'],
    ['contexts --timeout 5x', '--timeout: invalid duration "5x" (examples: 500ms, 15s, 2m)', '--help'],
    ['contexts --request-timeout=0s', '--request-timeout: invalid duration "0s"', '--help'],
    ['contexts --timeout=-3s', '--timeout: invalid duration "-3s"', '--help'],
    ['contexts use', 'missing argument: PROFILE', 'kubectl c5c3 contexts use --help'],
    ['contexts --as-group admins', '--as-group and --as-uid require --as', ''],
    ['contexts --as-uid 7', '--as-group and --as-uid require --as', ''],
    ['contexts --profile prod --context mgmt', '--profile cannot be combined with --kubeconfig or context flags', ''],
    ['contexts --profile prod --kubeconfig x', '--profile cannot be combined with --kubeconfig or context flags', ''],
    ['contexts --hypervisor-context hv-a', '--hypervisor-context=hv-a: expected POOL=CONTEXT', ''],
    ['contexts --storage-context =x', '--storage-context==x: expected POOL=CONTEXT', ''],
    ['contexts --demo healthi', 'unknown demo scenario or folder "healthi"', 'did you mean: healthy?'],
    ['contexts --demo ""', 'unknown demo scenario or folder ""', 'scenarios: healthy'],
    ['demo serve nope', 'unknown demo scenario or folder "nope"', 'scenarios: healthy'],
  ])('%s', async (line, message, hint) => {
    const { text, code } = await refused(line)
    expect(code).toBe('USAGE')
    expect(text).toContain(`error: ${message}`)
    expect(text).toContain(hint)
  })

  it('help for an unknown command names the closest one', async () => {
    const ran = await runCli(['contxts', '--help'])
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toContain('error: unknown command "contxts"\nhint: did you mean: contexts?')
  })

  const LIST = 'table, wide, json, yaml, jsonl, name, jsonpath=…, custom-columns=…'

  it.each([
    ['contexts', LIST],
    ['contexts check', LIST],
    ['demo', LIST],
    ['version --client', 'table, wide, json, yaml, name, jsonpath=…'],
    ['contexts use prod', 'table, json, yaml'],
  ])('%s -o jsno: an unknown format lists the available ones and sends no request', async (line, formats) => {
    const { stderr, stdout, code } = await runCli([...words(line), '-o', 'jsno'])
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 })
    const close = formats === LIST ? 'json, jsonl' : 'json'
    expect(stderr).toBe(
      `error: unknown output format "jsno"\nhint: did you mean: ${close}?\nhint: formats: ${formats}\n`,
    )
  })

  it('a flag error is printed as YAML if YAML was requested', async () => {
    const { stdout, stderr, code } = await runCli(['contexts', '-oyaml', '--foo'])
    expect({ stderr, code }).toEqual({ stderr: '', code: 2 })
    expect(stdout).toContain('kind: Error\n')
    expect(stdout).toContain('exitCode: 2\n')
  })
})

const KUBECONFIG = `apiVersion: v1
kind: Config
current-context: mgmt
clusters:
- {name: mgmt, cluster: {server: "https://127.0.0.1:1"}}
- {name: st, cluster: {server: "https://127.0.0.1:2"}}
users:
- {name: me, user: {token: canary-token}}
contexts:
- {name: mgmt, context: {cluster: mgmt, user: me}}
- {name: st-a, context: {cluster: st, user: me}}
- {name: orphan, context: {cluster: gone, user: me}}
`

const kubeconfigHome = (text = KUBECONFIG) => ({ home: tempFolder({ '.kube/config': text }) })

describe('kubeconfigs', () => {
  it('without any kubeconfig the error lists the searched paths and offers the demo', async () => {
    const { text, code } = await refused('contexts')
    expect(code).toBe('NO_KUBECONFIG')
    expect(text).toBe(
      'error: no kubeconfig found (looked at ~/.kube/config)\n' +
        'hint: to try it without a cluster: kubectl c5c3 demo\n',
    )
  })

  it('a KUBECONFIG list of missing files names all of them', async () => {
    const { message } = await refused('contexts', { env: { KUBECONFIG: '/nonexistent/a:/nonexistent/b' } })
    expect(message).toBe('no kubeconfig found (looked at /nonexistent/a, /nonexistent/b)')
  })

  it('a file named by --kubeconfig must exist', async () => {
    const { message } = await refused('contexts --kubeconfig /nonexistent/k')
    expect(message).toBe('kubeconfig /nonexistent/k does not exist')
  })

  it('a relative --kubeconfig is resolved against the working directory', async () => {
    const home = tempFolder({ 'here/k.yaml': KUBECONFIG })
    const { message } = await refused('contexts --kubeconfig k.yaml --context nope', { home, cwd: join(home, 'here') })
    expect(message).toBe(`context "nope" does not exist in ${join(home, 'here', 'k.yaml')}`)
  })

  it('an unknown context is an error with the closest ones', async () => {
    const { text, code } = await refused('contexts --context mgm', kubeconfigHome())
    expect(code).toBe('NO_CONTEXT')
    expect(text).toContain('error: context "mgm" does not exist in ~/.kube/config\nhint: did you mean mgmt?')
  })

  it('a pool whose context does not exist is a usage error too', async () => {
    const { message } = await refused('contexts --storage-context pool=st-b', kubeconfigHome())
    expect(message).toContain('context "st-b" does not exist')
  })

  it('a requested context without a cluster is refused by name', async () => {
    const { text } = await refused('contexts --context orphan', kubeconfigHome())
    expect(text).toContain('~/.kube/config: context "orphan" names the cluster "gone", which does not exist')
  })

  it('two contexts for one pool name are refused', async () => {
    const line = 'contexts --storage-context pool=st-a --storage-context pool=mgmt'
    expect((await refused(line, kubeconfigHome())).message).toBe('two contexts for storage/pool')
  })

  it('two control planes of one name are refused', async () => {
    const line = 'contexts --control-plane-context st-a --control-plane-context st-a=mgmt'
    expect((await refused(line, kubeconfigHome())).message).toBe('two contexts for control-plane/st-a')
  })

  it('without a current context the hint lists the contexts', async () => {
    const { text } = await refused('contexts', kubeconfigHome(KUBECONFIG.replace('current-context: mgmt\n', '')))
    expect(text).toContain('error: the kubeconfig has no current context')
    expect(text).toContain('mgmt, st-a, orphan')
  })

  it('a malformed kubeconfig is reported with line and column, without its content', async () => {
    const broken = KUBECONFIG.replace('{token: canary-token}}', '{token: canary-token')
    const { text, code } = await refused('contexts', kubeconfigHome(broken))
    expect(code).toBe('BAD_KUBECONFIG')
    expect(text).toMatch(/~\/\.kube\/config:\d+:\d+: /)
    expect(text).not.toContain('canary')
  })

  it.each([
    ['a folder', (home: string) => mkdirSync(join(home, '.kube/config'), { recursive: true }), 'is a directory'],
    [
      'a loop of links',
      (home: string) => {
        mkdirSync(join(home, '.kube'))
        symlinkSync('config', join(home, '.kube/config'))
      },
      'is a loop of symbolic links',
    ],
  ])('%s instead of a kubeconfig is an error, not "no kubeconfig"', async (_, make, expectedText) => {
    const home = tempFolder()
    make(home)
    expect((await refused('contexts', { home })).text).toContain(`kubeconfig ~/.kube/config ${expectedText}`)
  })

  it('a world-readable kubeconfig is used with a warning', async () => {
    const { home } = kubeconfigHome()
    chmodSync(join(home, '.kube/config'), 0o644)
    const { stderr } = await runCli(['contexts'], { home })
    expect(stderr).toContain('is world-readable (mode 0644); run chmod 600')
  })
})

const profiles = (text: string) => ({
  home: tempFolder({ '.config/c5c3/config.yaml': text, '.kube/config': KUBECONFIG }),
})

describe('profiles', () => {
  it.each([
    ['a flow that never ends', 'current: prod\nprofiles: {\n', /^3:1: /],
    ['an unknown key', 'current: prod\nprofile:\n  prod: {}\n', '2:1: unknown key "profile"'],
    ['a list instead of a map', '- a\n', '1:1: expected a map with "current" and "profiles"'],
    ['a profile without clusters', 'current: p\nprofiles:\n  p: {protected: true}\n', '3:6: profile p: clusters: '],
    [
      'a misspelt role',
      'current: p\nprofiles:\n  p:\n    clusters:\n      - {roles: [storag=a], context: st-a}\n',
      '5:18: roles: "storag" is no role, did you mean storage?',
    ],
    [
      'a role without its name',
      'current: p\nprofiles:\n  p:\n    clusters:\n      - {roles: [storage=], context: st-a}\n',
      '5:18: roles: "storage=" has no name after =',
    ],
    [
      'a cluster without a way in',
      'current: p\nprofiles:\n  p:\n    clusters:\n      - {roles: [management]}\n',
      '5:9: a cluster needs "context"',
    ],
    [
      'two clusters for one pool',
      'current: p\nprofiles:\n  p:\n    clusters:\n' +
        '      - {roles: [storage=a], context: st-a}\n      - {roles: [storage=a], context: mgmt}\n',
      '6:9: two clusters for storage/a',
    ],
    [
      'a flag that is no flag',
      'current: p\nprofiles:\n  p:\n    protected: maybe\n    clusters: [{roles: [management], context: mgmt}]\n',
      '4:16: protected: expected true or false',
    ],
    ['a key twice', 'current: p\ncurrent: q\n', /^2:1: /],
  ])('%s is refused with file, line and column', async (_, text, expected) => {
    const { message, code } = await refused('contexts', profiles(text))
    expect(code).toBe('BAD_CONFIG')
    const place = message.slice(message.indexOf('config.yaml:') + 'config.yaml:'.length)
    if (typeof expected === 'string') expect(place.slice(0, expected.length)).toBe(expected)
    else expect(place).toMatch(expected)
  })

  const prod = (member: string) => `current: prod\nprofiles:\n  prod:\n    clusters:\n      - ${member}\n`

  it('a profile whose kubeconfig file is missing names the file', async () => {
    const { text } = await refused('contexts', profiles(prod('{roles: [management], kubeconfig: m.yaml, context: m}')))
    expect(text).toContain('kubeconfig ~/.config/c5c3/m.yaml does not exist')
  })

  it('a profile without any kubeconfig lists the searched paths', async () => {
    const home = tempFolder({ '.config/c5c3/config.yaml': prod('{roles: [management], context: mgmt}') })
    expect((await refused('contexts', { home })).text).toContain('no kubeconfig found (looked at ~/.kube/config)')
  })

  it('a profile with an unknown context names it with the closest ones', async () => {
    const { text } = await refused('contexts', profiles(prod('{roles: [management], context: mgtm}')))
    expect(text).toContain('context "mgtm" does not exist in ~/.kube/config\nhint: did you mean mgmt')
  })

  it('an unknown profile is an error with the closest ones', async () => {
    const { text } = await refused('contexts --profile pord', profiles(prod('{roles: [management], context: mgmt}')))
    expect(text).toBe('error: profile "pord" not found in ~/.config/c5c3/config.yaml\nhint: did you mean: prod?\n')
  })

  it('--profile without a config file names the expected file', async () => {
    const { text } = await refused('contexts --profile prod')
    expect(text).toContain('profile "prod" not found: ~/.config/c5c3/config.yaml does not exist')
  })

  it('contexts use of an unknown profile changes nothing', async () => {
    const world = profiles(prod('{roles: [management], context: mgmt}'))
    expect((await refused('contexts use stage', world)).message).toContain('profile "stage" not found')
  })

  it('an empty config file has no profile: the kubeconfig is used', async () => {
    const { stderr } = await runCli(['contexts'], profiles('# nothing yet\n'))
    expect(stderr).not.toContain('error:')
  })
})

describe('fleet folders', () => {
  it.each([
    ['an unknown rule', { 'fleet.yaml': 'clusters:\n  management: {slwo: 2s}\n' }, 'fleet.yaml:2: unknown key slwo'],
    [
      'a rule for no cluster',
      { 'fleet.yaml': 'clusters:\n  storage.a: {}\n' },
      'names cluster storage.a, but there is no',
    ],
    ['broken YAML', { 'management.yaml': 'apiVersion: v1\nkind: [\n' }, 'management.yaml:3: '],
    [
      'an object without a kind',
      { 'management.yaml': 'apiVersion: v1\nmetadata: {name: x}\n' },
      'management.yaml:1: has no kind',
    ],
    ['a file of no role', { 'storgae.a.yaml': '' }, 'storgae.a.yaml: is named after no role'],
  ])('%s is refused with file and line', async (_, files, expected) => {
    const home = tempFolder({
      'fleet/management.yaml': '',
      ...Object.fromEntries(Object.entries(files).map(([k, v]) => [`fleet/${k}`, v])),
    })
    const { text, code } = await refused('contexts --demo ./fleet', { home })
    expect(code).toBe('BAD_FLEET')
    expect(text).toContain(expected)
  })

  it('a folder without clusters is an error with the expected content', async () => {
    const { message } = await refused('contexts --demo .', { home: tempFolder() })
    expect(message).toContain('has no cluster: expected files such as management.yaml')
  })
})
