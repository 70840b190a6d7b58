// SPDX-License-Identifier: Apache-2.0
// The logs of the same Pods while Galera has no quorum: the services cannot authenticate users, the operators wait.
import { NOW, uuid } from '../kube.ts'
import { type Line, oslo, text, times, zap } from './pod-log.ts'

const NAMESPACE = 'openstack-customer-a-prod-x7k2p'
const REFUSED = `(pymysql.err.OperationalError) (2003, "Can't connect to MySQL server on 'openstack-db.${NAMESPACE}.svc.cluster.local' ([Errno 111] Connection refused)")`

/** The last twenty minutes of one Pod; undefined if it is not affected. */
export function logWithoutDatabase(program: string, nth: number): string | undefined {
  const lines = LOGS[program]?.(nth)
  return lines && text(lines, NOW, `${program}/${nth}/without database`)
}

const keystone = (nth: number): Line[] =>
  times(12, `keystone/${nth}/without database`).map((seconds, i): Line => {
    if (i % 3 === 0)
      return [
        seconds,
        oslo(
          'ERROR',
          'oslo_db.sqlalchemy.engines',
          `Database connection was found disconnected; reconnecting: ${REFUSED}`,
        ),
      ]
    if (i % 3 === 1) return [seconds, oslo('ERROR', 'keystone.server.flask.application', REFUSED)]
    return [seconds, oslo('INFO', 'keystone.server.flask.application', `POST /v3/auth/tokens 500 ${3010 + i}ms`)]
  })

const glance = (nth: number): Line[] =>
  times(8, `glance/${nth}/without database`).map((seconds, i): Line => {
    if (i % 2 === 0)
      return [
        seconds,
        oslo(
          'CRITICAL',
          'keystonemiddleware.auth_token',
          'Unable to validate token: Identity server answered 500 Internal Server Error',
        ),
      ]
    return [
      seconds,
      oslo(
        'INFO',
        'eventlet.wsgi.server',
        `10.42.1.${9 + i} "GET /v2/images/${uuid(`image/${i % 4}`)} HTTP/1.1" 503 170 3.0${12 + i}`,
      ),
    ]
  })

/** The first replica is the leader and logs what it waits for. */
const waiting =
  (kind: string, name: string, message: string) =>
  (nth: number): Line[] | undefined =>
    nth > 0
      ? undefined
      : times(8, `${kind}/without database`).map(
          (seconds): Line => [
            seconds,
            zap('INFO', `controller.${kind.toLowerCase()}`, message, {
              controller: kind.toLowerCase(),
              [kind]: { name, namespace: NAMESPACE },
            }),
          ],
        )

const LOGS: Readonly<Record<string, (nth: number) => Line[] | undefined>> = {
  keystone,
  'glance-api': glance,
  'keystone-operator': waiting('Keystone', 'keystone', 'MariaDB cluster "openstack-db" is not ready, requeueing'),
  'c5c3-operator': waiting(
    'ControlPlane',
    'customer-a-prod-x7k2p',
    `MariaDB "openstack-db" in namespace "${NAMESPACE}" is not ready, requeueing`,
  ),
}
