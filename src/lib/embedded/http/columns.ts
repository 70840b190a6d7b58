// SPDX-License-Identifier: Apache-2.0
// The columns of Kubernetes' own kinds, as the real server prints them.

import { at, isObject, listAt, type Manifest, textAt } from '../json.ts'
import { ageCell, humanDuration } from './human-duration.ts'

export type Cell = string | number | boolean | null

export interface Column {
  readonly name: string
  readonly type: 'string' | 'integer' | 'boolean' | 'date'
  readonly wide: boolean
  cell(object: Manifest, now: number): Cell
}

type Read = (object: Manifest, now: number) => Cell

/** 'Name*' is shown only with -o wide. */
const columns = (table: Readonly<Record<string, Read>>): readonly Column[] =>
  Object.entries(table).map(([name, cell]) => ({
    name: name.replace('*', ''),
    type: 'string',
    wide: name.endsWith('*'),
    cell,
  }))

const name: Read = (object) => object.metadata.name
const age: Read = (object, now) => ageCell(object.metadata.creationTimestamp, now)
const text =
  (...path: string[]): Read =>
  (object) =>
    textAt(object, ...path) || '<none>'
const nodeInfo =
  (field: string): Read =>
  (object) =>
    textAt(object, 'status', 'nodeInfo', field) || '<unknown>'
const number =
  (...path: string[]): Read =>
  (object) => {
    const found = at(object, ...path)
    return typeof found === 'number' ? found : 0
  }
const count =
  (field: string): Read =>
  (object) => {
    const found = object[field]
    return isObject(found) ? Object.keys(found).length : Array.isArray(found) ? found.length : 0
  }
const listed = (object: unknown, field: string, ...path: string[]) =>
  listAt(object, ...path)
    .map((item) => String(at(item, field) ?? ''))
    .join(',')
const containers = (...path: string[]): Readonly<Record<string, Read>> => ({
  'Containers*': (object) => listed(object, 'name', ...path, 'containers'),
  'Images*': (object) => listed(object, 'image', ...path, 'containers'),
})
const labels = (value: unknown) =>
  isObject(value) && Object.keys(value).length > 0
    ? Object.entries(value)
        .map(([key, item]) => `${key}=${String(item)}`)
        .join(',')
    : '<none>'
const selector = { 'Selector*': ((object) => labels(at(object, 'spec', 'selector', 'matchLabels'))) satisfies Read }
const template = containers('spec', 'template', 'spec')
const modes: Read = (object) =>
  listAt(object, 'spec', 'accessModes')
    .map((mode) => ({ ReadWriteOnce: 'RWO', ReadOnlyMany: 'ROX', ReadWriteMany: 'RWX' })[String(mode)] ?? String(mode))
    .join(',')
const condition = (object: unknown, type: string) =>
  listAt(object, 'status', 'conditions').find((item) => at(item, 'type') === type)
const address =
  (type: string): Read =>
  (object) =>
    textAt(
      listAt(object, 'status', 'addresses').find((item) => at(item, 'type') === type),
      'address',
    ) || '<none>'

/** By plural.group; other kinds have Name and Age or the columns of their CustomResourceDefinition. */
export const COLUMNS: Readonly<Record<string, readonly Column[]>> = {
  nodes: columns({
    Name: name,
    Status: nodeStatus,
    Roles: nodeRoles,
    Age: age,
    Version: text('status', 'nodeInfo', 'kubeletVersion'),
    'Internal-IP*': address('InternalIP'),
    'External-IP*': address('ExternalIP'),
    'OS-Image*': nodeInfo('osImage'),
    'Kernel-Version*': (object, now) => {
      const architecture = textAt(object, 'status', 'nodeInfo', 'architecture')
      return `${nodeInfo('kernelVersion')(object, now)}${architecture === '' ? '' : ` (${architecture})`}`
    },
    'Container-Runtime*': nodeInfo('containerRuntimeVersion'),
  }),
  pods: columns({
    Name: name,
    Ready: (object) => {
      const all = listAt(object, 'spec', 'containers').length
      return `${listAt(object, 'status', 'containerStatuses').filter((item) => at(item, 'ready') === true).length}/${all}`
    },
    Status: podStatus,
    Restarts: (object) =>
      String(
        listAt(object, 'status', 'containerStatuses').reduce<number>(
          (sum, item) => sum + Number(at(item, 'restartCount') ?? 0),
          0,
        ),
      ),
    Age: age,
    'IP*': text('status', 'podIP'),
    'Node*': text('spec', 'nodeName'),
    'Nominated Node*': text('status', 'nominatedNodeName'),
    'Readiness Gates*': () => '<none>',
  }),
  namespaces: columns({ Name: name, Status: text('status', 'phase'), Age: age }),
  secrets: columns({ Name: name, Type: text('type'), Data: count('data'), Age: age }),
  configmaps: columns({ Name: name, Data: count('data'), Age: age }),
  serviceaccounts: columns({ Name: name, Age: age }),
  services: columns({
    Name: name,
    Type: (object) => textAt(object, 'spec', 'type') || 'ClusterIP',
    'Cluster-IP': text('spec', 'clusterIP'),
    'External-IP': (object) => listed(object, 'ip', 'status', 'loadBalancer', 'ingress') || '<none>',
    'Port(s)': (object) =>
      listAt(object, 'spec', 'ports')
        .map((port) => `${String(at(port, 'port'))}/${textAt(port, 'protocol') || 'TCP'}`)
        .join(',') || '<none>',
    Age: age,
    'Selector*': (object) => labels(at(object, 'spec', 'selector')),
  }),
  events: columns({
    'Last Seen': (object, now) =>
      ageCell(object['lastTimestamp'] ?? object['eventTime'] ?? object.metadata.creationTimestamp, now),
    Type: text('type'),
    Reason: text('reason'),
    Object: (object) =>
      `${textAt(object, 'involvedObject', 'kind').toLowerCase()}/${textAt(object, 'involvedObject', 'name')}`,
    'Subobject*': (object) => textAt(object, 'involvedObject', 'fieldPath'),
    'Source*': (object) => textAt(object, 'source', 'component') || textAt(object, 'reportingComponent'),
    Message: (object) => textAt(object, 'message').trim(),
    'First Seen*': (object, now) => ageCell(object['firstTimestamp'] ?? object.metadata.creationTimestamp, now),
    'Count*': (object) => Number(object['count'] ?? 1),
    'Name*': name,
  }),
  persistentvolumeclaims: columns({
    Name: name,
    Status: text('status', 'phase'),
    Volume: (object) => textAt(object, 'spec', 'volumeName'),
    Capacity: (object) => textAt(object, 'status', 'capacity', 'storage'),
    'Access Modes': modes,
    StorageClass: (object) => textAt(object, 'spec', 'storageClassName'),
    Age: age,
  }),
  persistentvolumes: columns({
    Name: name,
    Capacity: (object) => textAt(object, 'spec', 'capacity', 'storage'),
    'Access Modes': modes,
    'Reclaim Policy': (object) => textAt(object, 'spec', 'persistentVolumeReclaimPolicy'),
    Status: (object) => textAt(object, 'status', 'phase'),
    StorageClass: (object) => textAt(object, 'spec', 'storageClassName'),
    Age: age,
  }),
  'deployments.apps': columns({
    Name: name,
    Ready: ready,
    'Up-to-date': number('status', 'updatedReplicas'),
    Available: number('status', 'availableReplicas'),
    Age: age,
    ...template,
    ...selector,
  }),
  'statefulsets.apps': columns({ Name: name, Ready: ready, Age: age, ...template }),
  'replicasets.apps': columns({
    Name: name,
    Desired: number('spec', 'replicas'),
    Current: number('status', 'replicas'),
    Ready: number('status', 'readyReplicas'),
    Age: age,
    ...template,
    ...selector,
  }),
  'daemonsets.apps': columns({
    Name: name,
    Desired: number('status', 'desiredNumberScheduled'),
    Current: number('status', 'currentNumberScheduled'),
    Ready: number('status', 'numberReady'),
    'Up-to-date': number('status', 'updatedNumberScheduled'),
    Available: number('status', 'numberAvailable'),
    'Node Selector': (object) => labels(at(object, 'spec', 'template', 'spec', 'nodeSelector')),
    Age: age,
    ...template,
    ...selector,
  }),
  'jobs.batch': columns({
    Name: name,
    Status: jobStatus,
    Completions: (object) =>
      `${Number(at(object, 'status', 'succeeded') ?? 0)}/${String(at(object, 'spec', 'completions') ?? 1)}`,
    Duration: jobDuration,
    Age: age,
    ...template,
    ...selector,
  }),
  'cronjobs.batch': columns({
    Name: name,
    Schedule: text('spec', 'schedule'),
    Timezone: text('spec', 'timeZone'),
    Suspend: (object) => (at(object, 'spec', 'suspend') === true ? 'True' : 'False'),
    Active: (object) => listAt(object, 'status', 'active').length,
    'Last Schedule': (object, now) => {
      const last = at(object, 'status', 'lastScheduleTime')
      return last === undefined ? '<none>' : ageCell(last, now)
    },
    Age: age,
    ...containers('spec', 'jobTemplate', 'spec', 'template', 'spec'),
    'Selector*': () => '<none>',
  }),
  'poddisruptionbudgets.policy': columns({
    Name: name,
    'Min Available': (object) => String(at(object, 'spec', 'minAvailable') ?? 'N/A'),
    'Max Unavailable': (object) => String(at(object, 'spec', 'maxUnavailable') ?? 'N/A'),
    'Allowed Disruptions': number('status', 'disruptionsAllowed'),
    Age: age,
  }),
  'leases.coordination.k8s.io': columns({
    Name: name,
    Holder: (object) => textAt(object, 'spec', 'holderIdentity'),
    Age: age,
  }),
  'storageclasses.storage.k8s.io': columns({
    Name: name,
    Provisioner: text('provisioner'),
    ReclaimPolicy: text('reclaimPolicy'),
    VolumeBindingMode: text('volumeBindingMode'),
    AllowVolumeExpansion: (object) => object['allowVolumeExpansion'] === true,
    Age: age,
  }),
  'rolebindings.rbac.authorization.k8s.io': columns({ Name: name, Role: roleRef, Age: age }),
  'clusterrolebindings.rbac.authorization.k8s.io': columns({ Name: name, Role: roleRef, Age: age }),
}

/** What a kind without columns of its own shows. */
export const PLAIN = columns({ Name: name, Age: age })

export const NAME_COLUMN = columns({ Name: name })[0]

function ready(object: Manifest): Cell {
  return `${Number(at(object, 'status', 'readyReplicas') ?? 0)}/${String(at(object, 'spec', 'replicas') ?? 1)}`
}

function roleRef(object: Manifest): Cell {
  return `${textAt(object, 'roleRef', 'kind')}/${textAt(object, 'roleRef', 'name')}`
}

function nodeStatus(object: Manifest): Cell {
  const status = textAt(condition(object, 'Ready'), 'status')
  const words = [status === 'True' ? 'Ready' : status === '' ? 'Unknown' : 'NotReady']
  if (at(object, 'spec', 'unschedulable') === true) words.push('SchedulingDisabled')
  return words.join(',')
}

function nodeRoles(object: Manifest): Cell {
  const prefix = 'node-role.kubernetes.io/'
  const roles = Object.keys(object.metadata.labels ?? {})
    .filter((label) => label.startsWith(prefix) && label.length > prefix.length)
    .map((label) => label.slice(prefix.length))
  return roles.sort().join(',') || '<none>'
}

function podStatus(object: Manifest): Cell {
  if (object.metadata.deletionTimestamp !== undefined) return 'Terminating'
  const reasons = listAt(object, 'status', 'containerStatuses').map(
    (item) => textAt(item, 'state', 'waiting', 'reason') || textAt(item, 'state', 'terminated', 'reason'),
  )
  const reason = reasons.findLast((found) => found !== '')
  const phase = textAt(object, 'status', 'reason') || textAt(object, 'status', 'phase') || 'Unknown'
  return reason ?? phase
}

function jobStatus(object: Manifest): Cell {
  const holds = (type: string) => textAt(condition(object, type), 'status') === 'True'
  if (holds('Complete')) return 'Complete'
  if (holds('Failed')) return 'Failed'
  if (object.metadata.deletionTimestamp !== undefined) return 'Terminating'
  return at(object, 'spec', 'suspend') === true ? 'Suspended' : 'Running'
}

function jobDuration(object: Manifest, now: number): Cell {
  const start = Date.parse(textAt(object, 'status', 'startTime'))
  const end = Date.parse(textAt(object, 'status', 'completionTime'))
  if (Number.isNaN(start)) return ''
  return humanDuration((Number.isNaN(end) ? now : end) - start)
}
