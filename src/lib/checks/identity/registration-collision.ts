// SPDX-License-Identifier: Apache-2.0

import { refusals } from '../../kinds/openstack/conditions.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { textAt } from '../../model/object/fields.ts'
import { objectArgs } from '../../model/text/command.ts'

const REGISTRATION = 'KeystoneService.c5c3.io'

export const registrationCollision: Check = {
  id: 'registration-collision',
  category: 'identity',
  severity: 'error',
  effect: 'degrades',
  title: 'Service name is already registered in Keystone',
  why: 'A catalog entry, user or project of this name exists in Keystone and was not created by this registration. It is not adopted automatically, because deleting the registration would then delete it. The service does not start until it has an account.',
  fix: 'If nothing else uses the existing entry, set adopt: true in spec.catalog or spec.account (account.project.create: false for a project). Otherwise choose another name. Delete the existing entry in Keystone only if it is a leftover that nothing uses.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE describe keystoneservices.c5c3.io NAME',
    'openstack service list; openstack user list',
  ],
  modes: ['F90'],
  about: [REGISTRATION],
  reasons: ['ServiceCollision', 'ServiceAccountCollision'],
  *run(context) {
    for (const node of context.of(REGISTRATION))
      for (const { type, reason, message } of refusals(node, /^(Catalog|Account)Ready$/, /Collision$/)) {
        const part = reason === 'ServiceCollision' ? 'catalog' : 'account'
        const name = part === 'catalog' ? 'spec.catalog.serviceName' : 'spec.account.userName'
        yield {
          mode: 'F90',
          subject: node,
          standsAlone: true,
          message: message || `${textAt(node.object, name) ?? 'its name'} already exists in Keystone`,
          evidence: [conditionProof(node, type), fieldProof(node, name), fieldProof(node, `spec.${part}.adopt`)],
          next: [
            {
              ...kubectl(
                node,
                'patch',
                ...objectArgs('keystoneservices.c5c3.io', node.name),
                '--type=merge',
                '-p',
                `{"spec":{"${part}":{"adopt":true}}}`,
              ),
              why: 'only if the existing entry may be adopted',
            },
          ],
        }
      }
  },
}
