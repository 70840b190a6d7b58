// SPDX-License-Identifier: Apache-2.0
// Pod logs in the format of each program, each line with the timestamp of the kubelet.
import { after, ago, NOW, openstackId, sha256, uuid } from '../kube.ts'

/** Seconds before NOW, and a function from the time in the format of the program to the line. */
export type Line = readonly [number, (time: string) => string]

const NAMESPACE = 'openstack-customer-a-prod-x7k2p'

/** The last twenty minutes of one Pod, oldest first. */
export function podLog(program: string, nth: number, host = ''): string {
  const lines = LOGS[program]?.(nth, host) ?? operatorLines(program, nth)
  return text(lines, NOW, `${program}/${nth}`)
}

/** The last lines of a Keystone that was OOM-killed. */
export function previousLog(): string {
  const lines: Line[] = [
    [9, oslo('INFO', 'keystone.server.flask.application', 'GET http://keystone:5000/v3/users?limit=0')],
    [6, oslo('WARNING', 'keystone.common.sql.core', 'Query returned 41873 rows without a limit')],
    [1, oslo('INFO', 'keystone.server.flask.application', 'GET http://keystone:5000/v3/users?limit=0')],
  ]
  return text(lines, ago('5d'), 'previous')
}

/** Lines as the kubelet stores them, each with its time. */
export function text(lines: readonly Line[], end: string, seed: string): string {
  return lines
    .map(([seconds, message], i) => {
      const fraction = Number.parseInt(sha256(`${seed}/${i}`).slice(0, 7), 16) % 1_000_000_000
      const time = after(end, -Math.max(1, seconds)).replace('Z', `.${String(fraction).padStart(9, '0')}Z`)
      return `${time} ${message(time)}\n`
    })
    .join('')
}

const pick = <T>(list: readonly T[], seed: string): T =>
  list[Number.parseInt(sha256(seed).slice(0, 6), 16) % list.length] as T

/** 2026-11-16 11:58:03.120 12 INFO keystone.server [req-…] message */
export function oslo(level: string, logger: string, message: string, pid = 14): Line[1] {
  return (time) => {
    const at = time.replace('T', ' ').slice(0, 23)
    return `${at} ${pid} ${level} ${logger} [None req-${uuid(`req:${time}`)} - - - - - -] ${message}`
  }
}

/** 2026-11-16T11:58:03Z	INFO	controller	message	{…} */
export function zap(level: string, logger: string, message: string, more: object): Line[1] {
  return (time) => `${time.slice(0, 19)}Z\t${level}\t${logger}\t${message}\t${JSON.stringify(more)}`
}

/** This many times within the last twenty minutes, in seconds before NOW. */
export const times = (count: number, seed: string): readonly number[] =>
  Array.from({ length: count }, (_, i) => {
    const step = Math.floor(1200 / count)
    return 1200 - i * step - (Number.parseInt(sha256(`${seed}/${i}`).slice(0, 4), 16) % step)
  })

const keystone = (nth: number): Line[] =>
  times(11, `keystone/${nth}`).map((seconds, i): Line => {
    const seed = `keystone/${nth}/${i}`
    const request = pick(
      ['POST /v3/auth/tokens', 'GET /v3/auth/tokens', 'GET /v3/projects', 'GET /v3/users', 'GET /v3/services', 'GET /'],
      seed,
    )
    if (i % 11 === 7)
      return [
        seconds,
        oslo(
          'WARNING',
          'keystone.server.flask.application',
          'Authorization failed. The request you have made requires authentication. from 10.42.3.17',
        ),
      ]
    if (i % 9 === 4) return [seconds, oslo('INFO', 'keystone.token.token_formatters', 'Fernet token created')]
    return [seconds, oslo('INFO', 'keystone.server.flask.application', `${request} 200 ${20 + ((i * 37) % 160)}ms`)]
  })

const glance = (nth: number): Line[] =>
  times(9, `glance/${nth}`).map((seconds, i): Line => {
    const image = uuid(`image/${i % 4}`)
    if (i % 6 === 3)
      return [
        seconds,
        oslo('INFO', 'glance_store._drivers.rbd', `Resized image ${image} in pool customer-a-prod-images`),
      ]
    return [
      seconds,
      oslo('INFO', 'eventlet.wsgi.server', `10.42.1.${9 + i} "GET /v2/images/${image} HTTP/1.1" 200 1482 0.0${12 + i}`),
    ]
  })

const novaCompute = (_: number, host: string): Line[] =>
  times(12, `nova-compute/${host}`).map((seconds, i): Line => {
    if (i % 4 === 1)
      return [
        seconds,
        oslo(
          'INFO',
          'nova.compute.resource_tracker',
          `Compute node record for ${host} updated: 84 of 128 pCPUs used`,
          7,
        ),
      ]
    if (i % 5 === 3)
      return [
        seconds,
        oslo(
          'INFO',
          'nova.virt.libvirt.driver',
          `[instance: ${uuid(`instance/${i}`)}] Instance spawned successfully.`,
          7,
        ),
      ]
    return [
      seconds,
      oslo('DEBUG', 'oslo_service.periodic_task', 'Running periodic task ComputeManager.update_available_resource', 7),
    ]
  })

const ovs = (program: string, message: readonly string[]) => (): Line[] =>
  times(8, program).map(
    (seconds, i): Line => [
      seconds,
      (time) => `${time.slice(0, 23)}Z|${String(412 + i).padStart(5, '0')}|${pick(message, `${program}/${i}`)}`,
    ],
  )

const nodeAgent = (_: number, host: string): Line[] =>
  times(8, `node-agent/${host}`).map(
    (seconds, i): Line => [
      seconds,
      zap('INFO', 'hypervisor', i % 3 === 0 ? 'libvirt capabilities read' : 'status updated', {
        Hypervisor: { name: host },
        instances: 12,
      }),
    ],
  )

const haAgent = (_: number, host: string): Line[] =>
  times(8, `ha-agent/${host}`).map(
    (seconds): Line => [seconds, zap('INFO', 'ha-agent', 'all instances answer', { host, watched: 12 })],
  )

const LOGS: Readonly<Record<string, (nth: number, host: string) => Line[]>> = {
  keystone,
  'glance-api': glance,
  'nova-compute': novaCompute,
  'kvm-node-agent-controller-manager': nodeAgent,
  'ha-agent': haAgent,
  'ovn-controller': ovs('ovn-controller', [
    'binding|INFO|Claiming lport for this chassis.',
    'pinctrl|INFO|DHCPOFFER fa:16:3e:5c:0b:71 10.180.4.23',
    'physical|INFO|flow table is up to date',
  ]),
  'ovs-agent': ovs('ovs-agent', [
    'agent|INFO|bridges br-int, br-ex are as they should be',
    'agent|INFO|0 stale flows removed',
  ]),
  'ovs-vswitchd': ovs('ovs-vswitchd', [
    'connmgr|INFO|br-int<->unix#12: 14 flow_mods in the last 3 s (14 adds)',
    'bridge|INFO|bridge br-int: added interface tap5c0b71aa-31 on port 118',
  ]),
}

/** Kinds that the operators of the demo reconcile. */
const KIND_OF: Readonly<Record<string, readonly [kind: string, name: string]>> = {
  'c5c3-operator': ['ControlPlane', 'customer-a-prod-x7k2p'],
  'keystone-operator': ['Keystone', 'keystone'],
  'glance-operator': ['Glance', 'glance'],
  'tempest-operator': ['Tempest', 'tempest'],
  'orc-controller-manager': ['User', 'nova'],
  crossplane: ['XOpenStackCluster', 'customer-a-prod-x7k2p'],
  'provider-kubernetes': ['Object', 'customer-a-prod-x7k2p-controlplane'],
  'openstack-hypervisor-operator-controller-manager': ['Hypervisor', 'hv-a-017'],
  'rook-ceph-operator': ['CephCluster', 'rook-ceph'],
}

/** The first replica is the leader; the others wait for its lease. */
function operatorLines(program: string, nth: number): Line[] {
  const [kind, name] = KIND_OF[program] ?? ['Object', program]
  if (nth > 0)
    return [
      [
        1190,
        (time) =>
          `I${time.slice(5, 10).replace('-', '')} ${time.slice(11, 23)}       1 leaderelection.go:257] attempting to acquire leader lease`,
      ],
    ]
  return times(8, program).map((seconds, i): Line => {
    const about = {
      controller: kind.toLowerCase(),
      [kind]: { name, namespace: NAMESPACE },
      reconcileID: openstackId(`${program}/${i}`).slice(0, 8),
    }
    if (i % 5 === 2) return [seconds, zap('DEBUG', 'events', `${kind} is ready`, { type: 'Normal', reason: 'Ready' })]
    return [
      seconds,
      zap('INFO', `controller.${kind.toLowerCase()}`, i % 2 === 0 ? 'reconciling' : 'nothing to change', about),
    ]
  })
}
