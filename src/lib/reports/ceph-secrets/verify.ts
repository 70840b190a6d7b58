// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import type { RowFinding } from '../shared/row-findings.ts'
import { verdictOf } from '../shared/verdict.ts'
import { statesOf, type VerifyItem, type VerifyProblem } from '../shared/verify-items.ts'
import type { CephCopy, CopyState } from './copies.ts'
import type { CephClientRow, CephSecretsReport } from './report.ts'

export interface CephSecretsVerifyReport extends Report {
  readonly kind: 'CephSecretsVerify'
  readonly items: readonly VerifyItem[]
}

/** Verifies that each copy holds its client's key, is kept in sync, may use its pools and has current monitors. */
export function cephVerifyReport(
  overview: CephSecretsReport,
  snapshot: Snapshot,
  allowIncomplete: boolean,
): CephSecretsVerifyReport {
  const { clients, unclaimed, monitors, completeness, scope, verdict } = overview
  const isEmpty = clients.length + unclaimed.length + monitors.length === 0
  const items = isEmpty ? [] : itemsOf(overview, unreadClients(snapshot))
  const states = isEmpty ? [verdict] : items.flatMap(statesOf)
  return {
    apiVersion: API_VERSION,
    kind: 'CephSecretsVerify',
    ...verdictOf({ snapshot: { ...snapshot, gaps: completeness.gaps }, states, allowIncomplete }),
    completeness,
    ...(scope ? { scope } : {}),
    items,
  }
}

interface Answer {
  readonly problem?: VerifyProblem
  /** Why the answer is unknown. */
  readonly hidden?: string
}

/** Storage clusters whose CephClients were not read: items that pass for the others may fail there. */
function unreadClients({ clusters, gaps }: Snapshot): readonly Answer[] {
  const storage = new Set(
    clusters.filter(({ cluster }) => cluster.roles.some(({ role }) => role === 'storage')).map(({ label }) => label),
  )
  return gaps
    .filter(({ cluster, kind }) => storage.has(cluster) && (kind === undefined || kind === 'CephClient.ceph.rook.io'))
    .map(({ cluster, message }) => ({ hidden: `the Ceph clients of ${cluster} were not seen: ${message}` }))
}

function itemsOf(
  { clients, unclaimed, monitors }: CephSecretsReport,
  unread: readonly Answer[],
): readonly VerifyItem[] {
  const copies = clients.flatMap((client) => client.copies.map((copy) => ({ client, copy })))
  const synced = copies.filter(({ copy }) => copy.keeper.by === 'ExternalSecret')
  const caps = clients.flatMap((client) => client.caps.map((cap) => ({ client, cap })))
  const unknownCopies = clients.flatMap(({ copiesUnknown }): readonly Answer[] =>
    copiesUnknown === undefined ? [] : [{ hidden: copiesUnknown }],
  )
  return [
    item(
      'sources-present',
      'the key of each client is there',
      [],
      [...clients.filter(({ key }) => key.state !== 'not kept').map(sourceAnswer), ...unread],
    ),
    item(
      'keys-equal',
      'copies hold the key of their client',
      ['F44', 'F45'],
      [
        ...copies.map(({ client, copy }) => keyAnswer(client, copy)),
        ...unclaimed.map(
          ({ message, ...copy }): Answer => ({ hidden: `${placeText(copy)}: ${message ?? copy.state}` }),
        ),
        ...unknownCopies,
        ...unread,
      ],
    ),
    item(
      'names-right',
      'services find the key under its name',
      ['F46'],
      [
        ...copies.filter(({ copy }) => hasKeys(copy)).map(({ client, copy }) => nameAnswer(client, copy)),
        ...unknownCopies,
        ...unread,
      ],
    ),
    item(
      'keepers-work',
      'what keeps copies in sync works',
      ['F74', 'F75', 'F76', 'F98', 'F99', 'F100'],
      [...synced.map(({ client, copy }) => keeperAnswer(client, copy)), ...unknownCopies, ...unread],
    ),
    item(
      'caps-cover',
      'clients may use the pools that are used with their keys',
      ['F11', 'F49'],
      [
        ...caps.map(({ client, cap }) => ({
          ...(cap.granted ? {} : { problem: clientProblem(client, `it may not use pool ${cap.pool}`, ['F11', 'F49']) }),
        })),
        ...unread,
      ],
    ),
    item(
      'pools-exist',
      'the pools of the capabilities exist',
      ['F48'],
      [...caps.map(({ client, cap }) => poolAnswer(client, cap)), ...unread],
    ),
    item(
      'monitors-current',
      'control planes know the monitors of today',
      ['F47'],
      [
        ...monitors.map(({ cluster, namespace, name, findings, judged, message }): Answer => {
          const [finding] = findings
          if (finding)
            return { problem: { cluster, kind: 'ControlPlane', namespace, name, message: finding.message, finding } }
          return judged === 'unknown' ? { hidden: `${namespace}/${name} @${cluster}: ${message ?? 'not known'}` } : {}
        }),
        ...unknownCopies,
      ],
    ),
  ]
}

function item(id: string, title: string, modes: readonly string[], answers: readonly Answer[]): VerifyItem {
  const problems = answers.flatMap(({ problem }) => problem ?? [])
  const hidden = [...new Set(answers.flatMap((answer) => answer.hidden ?? []))]
  const good = answers.filter((answer) => !answer.problem && answer.hidden === undefined).length
  const outcome =
    problems.length > 0 ? 'found' : hidden.length > 0 ? 'unknown' : answers.length > 0 ? 'ok' : 'not applicable'
  return { id, title, modes, outcome, good, total: answers.length, problems, hidden }
}

function sourceAnswer(client: CephClientRow): Answer {
  const { state, message = state, name } = client.key
  if (state === 'present') return {}
  if (state === 'not read') return { hidden: `${client.cluster}: ${message}` }
  const { cluster, namespace } = client
  return { problem: { cluster, kind: 'Secret', ...(namespace ? { namespace } : {}), name, message } }
}

const WRONG_KEY: readonly CopyState[] = ['differs', 'other user', 'empty', 'missing']

function keyAnswer(client: CephClientRow, copy: CephCopy): Answer {
  if (copy.state === 'not compared') return { hidden: `${copy.cluster}: ${copy.message ?? copy.state}` }
  return WRONG_KEY.includes(copy.state) ? { problem: copyProblem(client, copy, ['F44', 'F45']) } : {}
}

/** Missing and empty copies have no key names; keys-equal reports them. */
const hasKeys = ({ state }: CephCopy): boolean => state !== 'missing' && state !== 'empty'

function nameAnswer(client: CephClientRow, copy: CephCopy): Answer {
  if (copy.state === 'not compared') return { hidden: `${copy.cluster}: ${copy.message ?? copy.state}` }
  const misnamed = findingOf(client, ['F46'])
  return copy.state === 'other keys' || misnamed ? { problem: copyProblem(client, copy, ['F46']) } : {}
}

function keeperAnswer({ findings }: CephClientRow, { cluster, namespace, keeper }: CephCopy): Answer {
  const { state = 'unknown', message = state, name = '' } = keeper
  const [, own = name] = name.split('/')
  const finding = findings.find(({ subject }) =>
    /^(ExternalSecret|PushSecret|SecretStore|ClusterSecretStore)\//.test(subject),
  )
  if (finding || (!isFine(state) && state !== 'unknown'))
    return {
      problem: {
        cluster,
        kind: 'ExternalSecret',
        namespace,
        name: own,
        message: finding?.message ?? message,
        ...(finding ? { finding } : {}),
      },
    }
  return isFine(state) ? {} : { hidden: `${name} @${cluster}: ${message}` }
}

function poolAnswer(client: CephClientRow, { pool, exists }: CephClientRow['caps'][number]): Answer {
  if (exists === undefined) return { hidden: `the pools of ${client.cluster} were not read` }
  return exists ? {} : { problem: clientProblem(client, `there is no pool ${pool}`, ['F11', 'F48']) }
}

const findingOf = ({ findings }: CephClientRow, modes: readonly string[]): RowFinding | undefined =>
  findings.find(({ mode }) => modes.includes(mode))

function copyProblem(client: CephClientRow, copy: CephCopy, modes: readonly string[]): VerifyProblem {
  const finding = client.findings.find(
    ({ mode, subject }) => modes.includes(mode) && subject.includes(`/${copy.name}@`),
  )
  const { cluster, namespace, name } = copy
  return {
    cluster,
    kind: 'Secret',
    namespace,
    name,
    message: finding?.message ?? copy.message ?? copy.state,
    ...(finding ? { finding } : {}),
  }
}

function clientProblem(client: CephClientRow, message: string, modes: readonly string[]): VerifyProblem {
  const finding = findingOf(client, modes)
  const { cluster, namespace, name } = client
  return {
    cluster,
    kind: 'CephClient',
    ...(namespace ? { namespace } : {}),
    name,
    message: finding?.message ?? message,
    ...(finding ? { finding } : {}),
  }
}

const placeText = ({ namespace, name, cluster }: Pick<CephCopy, 'namespace' | 'name' | 'cluster'>) =>
  `${namespace}/${name} @${cluster}`
