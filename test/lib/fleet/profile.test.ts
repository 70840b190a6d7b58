// SPDX-License-Identifier: Apache-2.0
// The meaning of valid files; malformed ones are in test/commands/robustness/bad-input.test.ts.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { labelOf, parseRole } from '../../../src/lib/fleet/parse-role.ts'
import { loadProfile, profileFile, profileNames } from '../../../src/lib/fleet/profile.ts'
import { withCurrent, withProfile } from '../../../src/lib/fleet/profile-text.ts'
import { tempFolder } from '../../harness/temp-folder.ts'

const PRODUCT = `current: prod
profiles:
  prod:
    protected: true
    clusters:
      - { roles: [management], kubeconfig: mgmt.yaml, context: mgmt, uid: 5f0c }
      - { roles: [control-plane=eu-de-1], kubeconfig: /abs/cp.yaml, context: cp }
      - { roles: [hypervisor=hv-pool-a, storage=st=a], context: hv-a }
      - { roles: [storage], from: ProviderConfig st-pool-a }
  stage:
    readOnly: true
    clusters: [{ roles: [management, control-plane], context: dev }]
`

const file = (text = PRODUCT) => join(tempFolder({ 'c/config.yaml': text }), 'c/config.yaml')

describe('the path of the config file', () => {
  it.each([
    [{ C5C3_CONFIG: '/x/y.yaml', XDG_CONFIG_HOME: '/xdg' }, '/x/y.yaml'],
    [{ XDG_CONFIG_HOME: '/xdg' }, '/xdg/c5c3/config.yaml'],
    [{ C5C3_CONFIG: '', XDG_CONFIG_HOME: '' }, '/home/u/.config/c5c3/config.yaml'],
  ])('%j', (env, expected) => {
    expect(profileFile(env, '/home/u')).toBe(expected)
  })
})

describe('a profile', () => {
  it('is the current one by default, and relative files are resolved against the config file', async () => {
    const path = file()
    expect(await loadProfile(path, undefined)).toEqual({
      name: 'prod',
      file: path,
      protected: true,
      readOnly: false,
      clusters: [
        {
          roles: [{ role: 'management', name: 'management' }],
          kubeconfig: join(path, '../mgmt.yaml'),
          context: 'mgmt',
          uid: '5f0c',
        },
        { roles: [{ role: 'control-plane', name: 'eu-de-1' }], kubeconfig: '/abs/cp.yaml', context: 'cp' },
        {
          roles: [
            { role: 'hypervisor', name: 'hv-pool-a' },
            { role: 'storage', name: 'st=a' },
          ],
          context: 'hv-a',
        },
        { roles: [{ role: 'storage', name: 'ProviderConfig st-pool-a' }], from: 'ProviderConfig st-pool-a' },
      ],
    })
  })

  it('can be selected by name; a role without a name is named after its context', async () => {
    expect(await loadProfile(file(), 'stage')).toMatchObject({
      readOnly: true,
      protected: false,
      clusters: [
        {
          roles: [
            { role: 'management', name: 'management' },
            { role: 'control-plane', name: 'dev' },
          ],
        },
      ],
    })
  })

  it('is absent without a file and without a selection', async () => {
    expect(await loadProfile('/nonexistent/c.yaml', undefined)).toBeUndefined()
    expect(await profileNames('/nonexistent/c.yaml')).toEqual([])
  })

  it('is absent in a file without a current profile', async () => {
    expect(await loadProfile(file(PRODUCT.replace('current: prod\n', '')), undefined)).toBeUndefined()
  })

  it('is not found under the name of an Object.prototype property', async () => {
    await expect(loadProfile(file(), 'constructor')).rejects.toThrow('profile "constructor" not found')
    await expect(loadProfile(file(), '__proto__')).rejects.toThrow('profile "__proto__" not found')
  })

  it('with exponential YAML aliases is refused', async () => {
    const lines = Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(', ')}]`)
    const bomb = file(['a0: &a0 [x, x, x, x, x, x, x, x, x]', ...lines].join('\n'))
    await expect(loadProfile(bomb, undefined)).rejects.toMatchObject({ name: 'C5c3Error', exit: 'usage' })
  })
})

describe('writing a profile', () => {
  it('sets one profile, makes it current and keeps comments and other profiles', async () => {
    const text = await withProfile(`# ours\n${PRODUCT}`, 'new', [{ roles: ['management'], context: 'm' }])
    expect(text).toMatch(/^# ours\ncurrent: new\n/)
    expect(text).toContain('  stage:\n    readOnly: true\n')
    expect(text).toMatch(/ {2}new:\n {4}clusters:\n {6}- \{ roles: \[ management \], context: m \}\n$/)
  })

  it('creates an empty file', async () => {
    const text = await withProfile('', 'a', [{ roles: ['management'], context: 'm' }])
    expect(text.startsWith('current: a\nprofiles:\n  a:\n')).toBe(true)
    expect(await profileNames(file(text))).toEqual(['a'])
  })

  it('replaces a profile completely', async () => {
    const text = await withProfile(PRODUCT, 'prod', [{ roles: ['management'], context: 'm' }])
    expect(text).not.toContain('5f0c')
  })

  it('changes only the current name', async () => {
    expect(await withCurrent(PRODUCT, 'stage')).toBe(
      (await withCurrent(PRODUCT, 'prod')).replace('current: prod', 'current: stage'),
    )
  })
})

describe('parsing of roles', () => {
  it.each([
    ['management', { role: 'management', name: 'management' }],
    ['garden', { role: 'garden', name: 'garden' }],
    ['storage=a', { role: 'storage', name: 'a' }],
    ['storage=a=b', { role: 'storage', name: 'a=b' }],
    ['hypervisor', { role: 'hypervisor', name: 'ctx' }],
  ])('%s', (text, expected) => {
    expect(parseRole(text, 'ctx')).toEqual(expected)
  })

  it.each([['storag'], [''], ['=x'], ['storage='], ['Storage=a']])('"%s" is invalid', (text) => {
    expect(parseRole(text, 'ctx')).toHaveProperty('wrong')
  })

  it('a label contains the role once', () => {
    expect(labelOf({ role: 'arbiter', name: 'arbiter' })).toBe('arbiter')
    expect(labelOf({ role: 'storage', name: 'a' })).toBe('storage/a')
  })
})
