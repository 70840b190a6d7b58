// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { isReadOnlyKubectl, loginFlagOf } from '../../../../src/lib/model/text/kubectl-verbs.ts'

const words = (line: string) => line.split(' ').filter((word) => word !== '')

describe('isReadOnlyKubectl', () => {
  it.each([
    'get pods',
    '-n a get pods -o yaml',
    '--namespace=a get pods',
    'get --raw /api',
    'describe secret x',
    'logs -f pod/x',
    'auth can-i create pods',
    'auth -n a whoami',
    'rollout status deploy/x',
    'cluster-info',
    'wait --for=delete pod/x',
    '--as vera get pods',
  ])('%s', (line) => expect(isReadOnlyKubectl(words(line))).toBe(true))

  it.each([
    '',
    'delete pod x',
    'create --dry-run=server -f x',
    'diff -f x',
    'exec x -- ls',
    'auth reconcile -f x',
    'rollout restart deploy/x',
    'cluster-info dump',
    'cluster-info --output-directory x dump',
    'config view --raw',
    'rook-ceph health',
    'get-all',
    '--unknown get delete',
    'proxy',
    '-n get delete pod x',
  ])('not %j', (line) => expect(isReadOnlyKubectl(words(line))).toBe(false))
})

describe('loginFlagOf', () => {
  it.each([
    '--kubeconfig x get pods',
    'get pods --context=x',
    'get pods -s https://x',
    'get pods -As https://x',
    'get pods -shttps://x',
    'get pods --token x',
    'get pods --user x',
    'get pods --cluster x',
    'get pods --server=x',
    'get pods --client-key x',
    'get pods --insecure-skip-tls-verify',
  ])('%s', (line) => expect(loginFlagOf(words(line))).toBeDefined())

  it.each([
    'get pods -n kube-system',
    'get pods -nkube-system',
    'get pods -l app=s',
    '--as x --as-group y get pods',
    'exec x -- curl -s --token x',
    'get pods -owide',
  ])('not %s', (line) => expect(loginFlagOf(words(line))).toBeUndefined())
})
