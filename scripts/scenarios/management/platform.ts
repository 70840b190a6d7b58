// SPDX-License-Identifier: Apache-2.0
// Parts of every control-plane cluster: certificate issuers and the gateway in front of the APIs.
import { conditions, type Obj, type ObjectMaker, withBody } from '../kube.ts'

export function clusterIssuer(make: ObjectMaker, name: string, age: string): Obj {
  const o = make('cert-manager.io/v1', 'ClusterIssuer', { name, age, generation: 1 })
  const spec = name.startsWith('letsencrypt')
    ? { acme: { server: 'https://acme.example.com/directory', privateKeySecretRef: { name } } }
    : { ca: { secretName: name } }
  return withBody(o, {
    spec,
    status: { conditions: conditions(o, [{ type: 'Ready', reason: 'Ready', message: 'The issuer is ready' }]) },
  })
}

export function gateway(make: ObjectMaker, age: string): Obj {
  const o = make('gateway.networking.k8s.io/v1', 'Gateway', {
    name: 'openstack',
    namespace: 'gateway-system',
    age,
    generation: 1,
  })
  return withBody(o, {
    spec: {
      gatewayClassName: 'envoy',
      listeners: [{ name: 'https', port: 443, protocol: 'HTTPS', hostname: '*.c5c3.example.com' }],
    },
    status: {
      addresses: [{ type: 'IPAddress', value: '10.20.0.5' }],
      conditions: conditions(o, [
        { type: 'Accepted', reason: 'Accepted', message: 'The Gateway has been scheduled' },
        { type: 'Programmed', reason: 'Programmed', message: 'Address assigned to the Gateway' },
      ]),
    },
  })
}
