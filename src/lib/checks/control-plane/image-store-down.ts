// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'

const BACKEND = 'GlanceBackend.glance.openstack.c5c3.io'
const GLANCE = 'Glance.glance.openstack.c5c3.io'
const WORKLOADS: readonly string[] = ['StatefulSet.apps', 'Deployment.apps']

export const imageStoreDown: Check = {
  id: 'image-store-down',
  category: 'control-plane',
  severity: 'error',
  title: 'Object store of Glance is down',
  why: 'Glance stores its images in this S3 store. Without it images can be neither uploaded nor downloaded, so no new instance starts. The GlanceBackend still reports Ready, because its operator only writes the configuration.',
  fix: 'Find out why the Pods of the object store are not ready, and fix that.',
  byHand: [
    "kubectl --context CONTEXT -n NAMESPACE get glancebackends NAME -o jsonpath='{.spec.s3.host}'",
    'kubectl --context CONTEXT -n STORE-NAMESPACE get pods',
  ],
  modes: ['F164'],
  about: [BACKEND],
  beside: [GLANCE, ...WORKLOADS],
  *run(context) {
    for (const backend of context.of(BACKEND)) {
      for (const workload of WORKLOADS.flatMap((kind) => context.out(backend, kind))) {
        const { state, message, reason, evidence = [] } = context.own(workload)
        if (state !== 'failed' || !workload.object) continue
        yield {
          mode: 'F164',
          subject: workload,
          message: `${message ?? reason ?? 'not running'}; Glance stores its images there`,
          evidence: [
            ...evidence.map(({ path, value }) => ({ on: workload, path, value })),
            fieldProof(backend, 'spec.s3.host'),
          ],
          affects: [backend, ...context.into(backend, GLANCE)],
          next: [kubectl(workload, 'get', 'pods')],
        }
      }
    }
  },
}
