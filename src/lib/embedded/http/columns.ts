// SPDX-License-Identifier: Apache-2.0
// Printer columns of built-in kinds, like the real server's.

import { isObject, listAtKeys, type Manifest, textAtKeys, valueAtKeys } from '../json.ts'
import { ageCell, humanDuration } from './human-duration.ts'

export type TableCell = string | number | boolean | null

export interface PrinterColumn {
  readonly name: string
  readonly type: 'string' | 'integer' | 'boolean' | 'date'
  readonly wide: boolean
  cell(object: Manifest, now: number): TableCell
}

type Read = (object: Manifest, now: number) => TableCell

/** 'Name*' is only shown with -o wide. */
const columns = (table: Readonly<Record<string, Read>>): readonly PrinterColumn[] =>
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
    textAtKeys(object, ...path) || '<none>'
const nodeInfo =
  (field: string): Read =>
  (object) =>
    textAtKeys(object, 'status', 'nodeInfo', field) || '<unknown>'
const number =
  (...path: string[]): Read =>
  (object) => {
    const found = valueAtKeys(object, ...path)
    return typeof found === 'number' ? found : 0
  }
const count =
  (field: string): Read =>
  (object) => {
    const found = object[field]
    return isObject(found) ? Object.keys(found).length : Array.isArray(found) ? found.length : 0
  }
const listed = (object: unknown, field: string, ...path: string[]) =>
  listAtKeys(object, ...path)
    .map((item) => String(valueAtKeys(item, field) ?? ''))
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
const selector = {
  'Selector*': ((object) => labels(valueAtKeys(object, 'spec', 'selector', 'matchLabels'))) satisfies Read,
}
const template = containers('spec', 'template', 'spec')
const modes: Read = (object) =>
  listAtKeys(object, 'spec', 'accessModes')
    .map((mode) => ({ ReadWriteOnce: 'RWO', ReadOnlyMany: 'ROX', ReadWriteMany: 'RWX' })[String(mode)] ?? String(mode))
    .join(',')
const condition = (object: unknown, type: string) =>
  listAtKeys(object, 'status', 'conditions').find((item) => valueAtKeys(item, 'type') === type)
const address =
  (type: string): Read =>
  (object) =>
    textAtKeys(
      listAtKeys(object, 'status', 'addresses').find((item) => valueAtKeys(item, 'type') === type),
      'address',
    ) || '<none>'

/** By plural.group. Other kinds have the columns of their CustomResourceDefinition, or PLAIN. */
export const COLUMNS: Readonly<Record<string, readonly PrinterColumn[]>> = {
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
      const architecture = textAtKeys(object, 'status', 'nodeInfo', 'architecture')
      return `${nodeInfo('kernelVersion')(object, now)}${architecture === '' ? '' : ` (${architecture})`}`
    },
    'Container-Runtime*': nodeInfo('containerRuntimeVersion'),
  }),
  pods: columns({
    Name: name,
    Ready: (object) => {
      const all = listAtKeys(object, 'spec', 'containers').length
      return `${listAtKeys(object, 'status', 'containerStatuses').filter((item) => valueAtKeys(item, 'ready') === true).length}/${all}`
    },
    Status: podStatus,
    Restarts: (object) =>
      String(
        listAtKeys(object, 'status', 'containerStatuses').reduce<number>(
          (sum, item) => sum + Number(valueAtKeys(item, 'restartCount') ?? 0),
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
    Type: (object) => textAtKeys(object, 'spec', 'type') || 'ClusterIP',
    'Cluster-IP': text('spec', 'clusterIP'),
    'External-IP': (object) => listed(object, 'ip', 'status', 'loadBalancer', 'ingress') || '<none>',
    'Port(s)': (object) =>
      listAtKeys(object, 'spec', 'ports')
        .map((port) => `${String(valueAtKeys(port, 'port'))}/${textAtKeys(port, 'protocol') || 'TCP'}`)
        .join(',') || '<none>',
    Age: age,
    'Selector*': (object) => labels(valueAtKeys(object, 'spec', 'selector')),
  }),
  events: columns({
    'Last Seen': (object, now) =>
      ageCell(object['lastTimestamp'] ?? object['eventTime'] ?? object.metadata.creationTimestamp, now),
    Type: text('type'),
    Reason: text('reason'),
    Object: (object) =>
      `${textAtKeys(object, 'involvedObject', 'kind').toLowerCase()}/${textAtKeys(object, 'involvedObject', 'name')}`,
    'Subobject*': (object) => textAtKeys(object, 'involvedObject', 'fieldPath'),
    'Source*': (object) => textAtKeys(object, 'source', 'component') || textAtKeys(object, 'reportingComponent'),
    Message: (object) => textAtKeys(object, 'message').trim(),
    'First Seen*': (object, now) => ageCell(object['firstTimestamp'] ?? object.metadata.creationTimestamp, now),
    'Count*': (object) => Number(object['count'] ?? 1),
    'Name*': name,
  }),
  persistentvolumeclaims: columns({
    Name: name,
    Status: text('status', 'phase'),
    Volume: (object) => textAtKeys(object, 'spec', 'volumeName'),
    Capacity: (object) => textAtKeys(object, 'status', 'capacity', 'storage'),
    'Access Modes': modes,
    StorageClass: (object) => textAtKeys(object, 'spec', 'storageClassName'),
    Age: age,
  }),
  persistentvolumes: columns({
    Name: name,
    Capacity: (object) => textAtKeys(object, 'spec', 'capacity', 'storage'),
    'Access Modes': modes,
    'Reclaim Policy': (object) => textAtKeys(object, 'spec', 'persistentVolumeReclaimPolicy'),
    Status: (object) => textAtKeys(object, 'status', 'phase'),
    StorageClass: (object) => textAtKeys(object, 'spec', 'storageClassName'),
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
    'Node Selector': (object) => labels(valueAtKeys(object, 'spec', 'template', 'spec', 'nodeSelector')),
    Age: age,
    ...template,
    ...selector,
  }),
  'jobs.batch': columns({
    Name: name,
    Status: jobStatus,
    Completions: (object) =>
      `${Number(valueAtKeys(object, 'status', 'succeeded') ?? 0)}/${String(valueAtKeys(object, 'spec', 'completions') ?? 1)}`,
    Duration: jobDuration,
    Age: age,
    ...template,
    ...selector,
  }),
  'cronjobs.batch': columns({
    Name: name,
    Schedule: text('spec', 'schedule'),
    Timezone: text('spec', 'timeZone'),
    Suspend: (object) => (valueAtKeys(object, 'spec', 'suspend') === true ? 'True' : 'False'),
    Active: (object) => listAtKeys(object, 'status', 'active').length,
    'Last Schedule': (object, now) => {
      const last = valueAtKeys(object, 'status', 'lastScheduleTime')
      return last === undefined ? '<none>' : ageCell(last, now)
    },
    Age: age,
    ...containers('spec', 'jobTemplate', 'spec', 'template', 'spec'),
    'Selector*': () => '<none>',
  }),
  'poddisruptionbudgets.policy': columns({
    Name: name,
    'Min Available': (object) => String(valueAtKeys(object, 'spec', 'minAvailable') ?? 'N/A'),
    'Max Unavailable': (object) => String(valueAtKeys(object, 'spec', 'maxUnavailable') ?? 'N/A'),
    'Allowed Disruptions': number('status', 'disruptionsAllowed'),
    Age: age,
  }),
  'leases.coordination.k8s.io': columns({
    Name: name,
    Holder: (object) => textAtKeys(object, 'spec', 'holderIdentity'),
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

export const PLAIN = columns({ Name: name, Age: age })

export const NAME_COLUMN = columns({ Name: name })[0]

function ready(object: Manifest): TableCell {
  return `${Number(valueAtKeys(object, 'status', 'readyReplicas') ?? 0)}/${String(valueAtKeys(object, 'spec', 'replicas') ?? 1)}`
}

function roleRef(object: Manifest): TableCell {
  return `${textAtKeys(object, 'roleRef', 'kind')}/${textAtKeys(object, 'roleRef', 'name')}`
}

function nodeStatus(object: Manifest): TableCell {
  const status = textAtKeys(condition(object, 'Ready'), 'status')
  const parts = [status === 'True' ? 'Ready' : status === '' ? 'Unknown' : 'NotReady']
  if (valueAtKeys(object, 'spec', 'unschedulable') === true) parts.push('SchedulingDisabled')
  return parts.join(',')
}

function nodeRoles(object: Manifest): TableCell {
  const prefix = 'node-role.kubernetes.io/'
  const roles = Object.keys(object.metadata.labels ?? {})
    .filter((label) => label.startsWith(prefix) && label.length > prefix.length)
    .map((label) => label.slice(prefix.length))
  return roles.sort().join(',') || '<none>'
}

function podStatus(object: Manifest): TableCell {
  if (object.metadata.deletionTimestamp !== undefined) return 'Terminating'
  const reasons = listAtKeys(object, 'status', 'containerStatuses').map(
    (item) => textAtKeys(item, 'state', 'waiting', 'reason') || textAtKeys(item, 'state', 'terminated', 'reason'),
  )
  const reason = reasons.findLast((found) => found !== '')
  const phase = textAtKeys(object, 'status', 'reason') || textAtKeys(object, 'status', 'phase') || 'Unknown'
  return reason ?? phase
}

function jobStatus(object: Manifest): TableCell {
  const holds = (type: string) => textAtKeys(condition(object, type), 'status') === 'True'
  if (holds('Complete')) return 'Complete'
  if (holds('Failed')) return 'Failed'
  if (object.metadata.deletionTimestamp !== undefined) return 'Terminating'
  return valueAtKeys(object, 'spec', 'suspend') === true ? 'Suspended' : 'Running'
}

function jobDuration(object: Manifest, now: number): TableCell {
  const start = Date.parse(textAtKeys(object, 'status', 'startTime'))
  const end = Date.parse(textAtKeys(object, 'status', 'completionTime'))
  if (Number.isNaN(start)) return ''
  return humanDuration((Number.isNaN(end) ? now : end) - start)
}
