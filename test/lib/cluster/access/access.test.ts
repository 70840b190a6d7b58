// SPDX-License-Identifier: Apache-2.0
import { afterEach, describe, expect, test } from 'vitest'
import { type Ask, mayI, whoAmI } from '../../../../src/lib/cluster/access/access.ts'
import { covers, rulesIn } from '../../../../src/lib/cluster/access/rules.ts'
import { notFoundPage, refused, type Script, type ScriptedApi, startApi, told } from '../scripted-api.ts'

let api: ScriptedApi
const start = async (script: Script) => {
  api = await startApi([], script)
  return api.client({ clock: { now: () => Date.now(), random: () => 0, sleep: async () => {} } })
}
afterEach(() => api.close())

describe('access', () => {
  test('reviews the identity of the user', async () => {
    const userInfo = { username: 'ann\u001b', uid: 'u', groups: ['ops', 7, 'system:authenticated'] }
    const client = await start(() => told({ kind: 'SelfSubjectReview', status: { userInfo } }, 201))
    expect(await whoAmI(client)).toEqual({ username: 'ann\\u{1b}', uid: 'u', groups: ['ops', 'system:authenticated'] })
    expect(api.asked[0]).toMatchObject({ method: 'POST', path: '/apis/authentication.k8s.io/v1/selfsubjectreviews' })
    expect(JSON.parse(api.asked[0]?.body ?? '')).toEqual({
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'SelfSubjectReview',
    })
    client.close()
  })

  test('an old server does not support SelfSubjectReview', async () => {
    const client = await start(() => notFoundPage)
    await expect(whoAmI(client)).rejects.toMatchObject({ failure: { fault: 'notinstalled' } })
    client.close()
  })

  test('reviews many permissions at once, at most 8 at a time, and keeps their order', async () => {
    let now = 0
    let most = 0
    const client = await start(async ({ body }) => {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setImmediate(resolve))
      now -= 1
      const { resourceAttributes } = JSON.parse(body).spec
      return told({ kind: 'SelfSubjectAccessReview', status: { allowed: resourceAttributes.resource !== 'r3' } }, 201)
    })
    const asks: Ask[] = Array.from({ length: 20 }, (_, i) => ({
      verb: 'list',
      group: 'g',
      resource: `r${i}`,
      namespace: 'n',
    }))
    const answers = await mayI(client, asks)
    expect(answers.map(({ ask }) => ask)).toEqual(asks)
    expect(answers.flatMap(({ ask, allowed }) => (allowed ? [] : [ask.resource]))).toEqual(['r3'])
    expect(most).toBeLessThanOrEqual(8)
    client.close()
  })

  test('a permission in all namespaces takes one review, the others one each', async () => {
    const resourceRules = [{ verbs: ['list'], apiGroups: ['g'], resources: ['r0', 'r1', 'r2'] }]
    const client = await start(({ path }) =>
      path.endsWith('rulesreviews')
        ? told({ kind: 'SelfSubjectRulesReview', status: { resourceRules, incomplete: false } }, 201)
        : told({ kind: 'SelfSubjectAccessReview', status: { allowed: false } }, 201),
    )
    const asks = ['r0', 'r1', 'r2', 'r3'].map((resource) => ({ verb: 'list', group: 'g', resource }))
    expect((await mayI(client, asks)).map(({ allowed }) => allowed)).toEqual([true, true, true, false])
    expect(api.asked.map(({ path }) => path.split('/').at(-1))).toEqual([
      'selfsubjectrulesreviews',
      'selfsubjectaccessreviews',
    ])
    client.close()
  })

  test('incomplete rules prove nothing', async () => {
    const resourceRules = [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }]
    const client = await start(({ path }) =>
      path.endsWith('rulesreviews')
        ? told({ kind: 'SelfSubjectRulesReview', status: { resourceRules, incomplete: true } }, 201)
        : told({ kind: 'SelfSubjectAccessReview', status: { allowed: false } }, 201),
    )
    const asks = ['a', 'b', 'c', 'd'].map((resource) => ({ verb: 'list', group: '', resource }))
    expect((await mayI(client, asks)).map(({ allowed }) => allowed)).toEqual([false, false, false, false])
    client.close()
  })

  test.each([
    [{ resources: ['pods'] }, {}, true],
    [{ resources: ['*'] }, {}, true],
    [{ resources: ['nodes'] }, {}, false],
    [{ resources: ['pods'], verbs: ['get'] }, {}, false],
    [{ resources: ['pods'], groups: ['apps'] }, {}, false],
    [{ resources: ['pods'] }, { subresource: 'log' }, false],
    [{ resources: ['pods/log'] }, { subresource: 'log' }, true],
    [{ resources: ['*/log'] }, { subresource: 'log' }, true],
    [{ resources: ['*/log'] }, {}, false],
    [{ resources: ['pods'], names: ['a'] }, {}, false],
    [{ resources: ['pods'], names: ['a'] }, { name: 'a' }, true],
    [{ resources: ['pods'], names: ['a'] }, { name: 'b' }, false],
  ])('a rule %j allows %j: %s', (rule, ask, allowed) => {
    const whole = { verbs: ['list'], groups: [''], ...rule }
    expect(covers(whole, { verb: 'list', group: '', resource: 'pods', ...ask })).toBe(allowed)
  })

  test('a review without a response is neither allowed nor denied', async () => {
    const client = await start(({ body }) => {
      const { resource } = JSON.parse(body).spec.resourceAttributes
      if (resource === 'a') return refused(403, 'Forbidden')
      return told({ kind: 'SelfSubjectAccessReview', status: { allowed: resource === 'b' ? 'yes' : true } }, 201)
    })
    const asks = ['a', 'b', 'c'].map((resource) => ({ verb: 'get', group: '', resource }))
    expect(await mayI(client, asks)).toMatchObject([
      { allowed: undefined, failure: { fault: 'forbidden' } },
      { allowed: undefined, failure: { fault: 'malformed' } },
      { allowed: true },
    ])
    client.close()
  })

  test('reads the rules of a namespace and whether they are complete', async () => {
    const status = { resourceRules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }], incomplete: true }
    const client = await start(() => told({ kind: 'SelfSubjectRulesReview', status }, 201))
    expect(await rulesIn(client, 'n')).toEqual({
      rules: [{ verbs: ['get'], groups: [''], resources: ['pods'] }],
      incomplete: true,
    })
    client.close()
  })
})
