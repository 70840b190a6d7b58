// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest'
import { ClusterError } from '../../../../src/lib/cluster/failure.ts'
import { readResponse, sendRequest } from '../../../../src/lib/cluster/read/response.ts'
import type { ApiAnswer, ApiRequest } from '../../../../src/lib/cluster/transport/types.ts'
import { describeFailure } from '../../../../src/lib/model/landscape/describe-failure.ts'
import type { Failure } from '../../../../src/lib/model/landscape/fault.ts'

const LIST: ApiRequest = {
  method: 'GET',
  path: '/apis/ceph.rook.io/v1/namespaces/rook-ceph/cephclusters',
  about: { verb: 'list', resource: 'cephclusters.ceph.rook.io', namespace: 'rook-ceph' },
}
const GET: ApiRequest = {
  method: 'GET',
  path: '/apis/ceph.rook.io/v1/namespaces/rook-ceph/cephclusters/one',
  about: { verb: 'get', resource: 'cephclusters.ceph.rook.io', namespace: 'rook-ceph', name: 'one' },
}
const SECRET: ApiRequest = {
  method: 'PATCH',
  path: '/api/v1/namespaces/openstack/secrets/ceph-client-nova',
  about: { verb: 'apply', resource: 'secrets', namespace: 'openstack', name: 'ceph-client-nova' },
}

const answer = (status: number, text: string, type = 'application/json'): ApiAnswer => ({
  status,
  headers: { 'content-type': type },
  text,
  attempts: 1,
})
const status = (code: number, reason: string, message: string, details: unknown = {}) =>
  answer(code, JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message, details }))

function failing(given: ApiAnswer, request: ApiRequest = LIST): Failure {
  try {
    readResponse(given, request, (body) => body)
  } catch (error) {
    if (error instanceof ClusterError) return error.failure
    throw error
  }
  throw new Error('the answer was believed')
}

describe('classification of a response', () => {
  test('a 403 is forbidden and names verb, resource and namespace', () => {
    const failure = failing(status(403, 'Forbidden', 'cephclusters.ceph.rook.io is forbidden: User "ann" cannot list'))
    expect(failure).toMatchObject({ fault: 'forbidden', httpStatus: 403, reason: 'Forbidden' })
    expect(failure.message).toContain('User "ann"')
    expect(describeFailure(failure)).toBe('forbidden: list cephclusters.ceph.rook.io in rook-ceph')
    expect(failure.hint).toContain('contexts check')
  })

  test('the plain 404 page of an unknown path means not installed, a 404 of a proxy means nothing', () => {
    expect(failing(answer(404, '404 page not found\n', 'text/plain'), GET).fault).toBe('notinstalled')
    expect(failing(answer(404, '<html>no such site</html>', 'text/html'), GET)).toMatchObject({
      fault: 'malformed',
      message: expect.stringContaining('text/html'),
    })
    expect(failing(answer(404, '', 'text/plain'), GET).fault).toBe('malformed')
  })

  test('a Status NotFound is a missing object; for a list it is the resource', () => {
    const missing = status(404, 'NotFound', 'cephclusters.ceph.rook.io "one" not found', { name: 'one' })
    expect(failing(missing, GET)).toMatchObject({ fault: 'notfound', name: 'one' })
    expect(failing(missing, LIST).fault).toBe('notinstalled')
  })

  test('a field manager conflict names managers and fields', () => {
    const causes = [
      { reason: 'FieldManagerConflict', message: 'conflict with "helm" using v1', field: '.data.userKey' },
    ]
    const failure = failing(status(409, 'Conflict', 'Apply failed with 1 conflict', { causes }), SECRET)
    expect(failure).toMatchObject({ fault: 'conflict', reason: 'Conflict', causes })
    expect(failure.message).toBe('conflict with "helm" using v1 at .data.userKey')
  })

  test.each([
    [401, 'Unauthorized', 'unauthorized'],
    [409, 'AlreadyExists', 'conflict'],
    [410, 'Expired', 'expired'],
    [422, 'Invalid', 'server'],
    [429, 'TooManyRequests', 'throttled'],
    [500, 'InternalError', 'server'],
    [503, 'ServiceUnavailable', 'server'],
  ] as const)('%i %s is %s', (code, reason, fault) => {
    expect(failing(status(code, reason, 'words of the server'))).toMatchObject({ fault, httpStatus: code, reason })
  })

  test('a login page with status 200 is malformed, not an empty list', () => {
    expect(failing(answer(200, '<html>', 'text/html; charset=utf-8'))).toMatchObject({
      fault: 'malformed',
      message: expect.stringContaining('text/html'),
    })
    expect(failing({ status: 200, headers: {}, text: '{"kind":"List"}', attempts: 1 }).fault).toBe('malformed')
    expect(failing(answer(200, '{"kind":"List"}', 'application/jsonp')).fault).toBe('malformed')
  })

  test.each(['null', '[]', '"kind"', '7', '{}', '{"kind":7}', '{"kind":null}'])(
    '%s is no object with a kind',
    (text) => {
      expect(failing(answer(200, text)).fault).toBe('malformed')
    },
  )

  test('an object with an inherited kind has none', () => {
    expect(failing(answer(200, '{"__proto__":{"kind":"List"}}')).fault).toBe('malformed')
  })

  test('a failure Status with code 200 is a failure', () => {
    const body = { kind: 'Status', status: 'Failure', code: 410, reason: 'Expired', message: 'too old' }
    expect(failing(answer(200, JSON.stringify(body)))).toMatchObject({ fault: 'expired', httpStatus: 410 })
    expect(readResponse(answer(200, '{"kind":"Status","status":"Success"}'), LIST, ({ kind }) => kind)).toBe('Status')
  })

  test('a truncated document is truncated, and its text is not quoted', () => {
    const failure = failing(answer(200, '{"kind":"SecretList","items":[{"data":{"key":"QVFEY2FuYXJ5'))
    expect(failure.fault).toBe('truncated')
    expect(JSON.stringify(failure)).not.toContain('QVFE')
  })

  test('a truncated read is requested once more, a write never', async () => {
    const texts = ['{"kind":"Li', '{"kind":"List"}', '{"kind":"Li']
    const send = async () => answer(200, texts.shift() ?? '{"kind":"Li')
    const kindOf = (request: ApiRequest) =>
      sendRequest(send, request, (given) => readResponse(given, request, ({ kind }) => kind))
    await expect(kindOf(LIST)).resolves.toBe('List')
    await expect(kindOf(SECRET)).rejects.toMatchObject({ failure: { fault: 'truncated' } })
    await expect(kindOf(LIST)).rejects.toMatchObject({ failure: { fault: 'truncated' } })
  })

  test('server messages are shown without escape sequences', () => {
    const failure = failing(status(500, 'Bad\u001b[2J', 'boom \u009b31m\u202e'))
    expect(failure.message).toBe('the server said 500 Bad\\u{1b}[2J: boom \\u{9b}31m\\u{202e}')
  })

  test('server messages about a Secret are never shown, in no part of the failure', () => {
    const canary = 'AQDcanaryKey=='
    const causes = [{ reason: 'FieldValueInvalid', message: `Invalid value: "${canary}"`, field: 'data.userKey' }]
    for (const code of [403, 409, 422, 500]) {
      const failure = failing(status(code, 'Invalid', `.data: expected map, got &{${canary}}`, { causes }), SECRET)
      expect(JSON.stringify(failure)).not.toContain(canary)
      expect(failure.causes).toEqual([{ reason: 'FieldValueInvalid', field: 'data.userKey' }])
    }
    const { about: _, ...unnamed } = SECRET
    expect(JSON.stringify(failing(status(500, 'Bad', canary), unnamed))).not.toContain(canary)
  })

  test('a message is cut to one line', () => {
    expect(failing(status(500, 'Bad', `a\nb${'x'.repeat(5000)}`)).message.length).toBeLessThan(600)
  })
})
