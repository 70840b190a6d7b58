// SPDX-License-Identifier: Apache-2.0

import type { NodeSource } from '../../model/graph/graph.ts'
import type { Rel } from '../../model/graph/link.ts'
import type { Fault } from '../../model/landscape/fault.ts'
import type { Role } from '../../model/landscape/role.ts'
import type { State, Status } from '../../model/report/report.ts'
import { define, word } from './describe.ts'

/** Closed enums: a new value needs a new schema version. */
export const STATE = define(
  'State',
  word<State>('How something is.', {
    healthy: 'there is positive evidence',
    off: 'nobody asked for it',
    'not installed': 'its kind is not served',
    suspended: 'somebody stopped it on purpose',
    maintenance: 'somebody works on it',
    progressing: 'on its way',
    unknown: 'not enough evidence',
    degraded: 'works, but not as it should',
    stalled: 'makes no progress beyond its time',
    failed: 'does not work',
  }),
)

export const STATUS = define(
  'Status',
  word<Status>('The state that views show: a State, or blocked.', {
    healthy: '',
    off: '',
    'not installed': '',
    suspended: '',
    maintenance: '',
    progressing: '',
    blocked: 'its root cause is another object, see blockedBy',
    unknown: '',
    degraded: '',
    stalled: '',
    failed: '',
  }),
)

export const PHASE_STATE = define(
  'PhaseState',
  word<State | 'waiting'>('How a phase is: a State, or waiting.', {
    healthy: '',
    off: '',
    'not installed': '',
    suspended: '',
    maintenance: '',
    progressing: '',
    waiting: 'all that is not well in it only waits for an earlier phase',
    unknown: '',
    degraded: '',
    stalled: '',
    failed: '',
  }),
)

export const FAULT = define(
  'Fault',
  word<Fault>('What went wrong between us and an API server.', {
    timeout: '',
    tls: '',
    dns: '',
    unreachable: '',
    unauthorized: '',
    forbidden: '',
    notinstalled: '',
    notfound: '',
    conflict: '',
    ownership: '',
    expired: '',
    throttled: '',
    server: '',
    malformed: '',
    truncated: '',
    encoding: '',
    toolarge: '',
    redirect: '',
    cancelled: '',
    internal: '',
  }),
)

export const SOURCE_SCHEMA = define(
  'Source',
  word<NodeSource>('Where our knowledge of an object comes from.', {
    live: 'read from its cluster',
    cached: 'a copy somebody else saw last',
    missing: 'everything that could hold it was read and it is not there',
    unseen: 'what could hold it could not be read',
  }),
)

export const RELATION = define(
  'Relation',
  word<Rel>('What the object above has to do with this one.', {
    owns: 'made by and gone with it',
    creates: 'writes it, and it lives on',
    consumes: 'reads it',
    'syncs-to': 'copies into it',
    'depends-on': 'cannot work without it',
  }),
)

export const ROLE = define(
  'Role',
  word<Role>('What a cluster is for.', {
    management: '',
    'control-plane': '',
    hypervisor: '',
    storage: '',
    arbiter: '',
    garden: '',
  }),
)
