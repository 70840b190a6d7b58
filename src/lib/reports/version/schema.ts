// SPDX-License-Identifier: Apache-2.0

import { listSchema, objectSchema, optionalField, text } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import type { VersionReport } from './report.ts'

export const version = report<VersionReport>('Version', 'the version of this tool and of the clusters it reaches', {
  client: objectSchema<VersionReport['client']>({
    version: text('The version of this tool.'),
    node: text('The version of Node.js it runs on.'),
    platform: text('Operating system and processor.'),
  }),
  clusters: optionalField(
    listSchema(
      objectSchema<NonNullable<VersionReport['clusters']>[number]>({
        name: text('Role, or role/name.'),
        version: optionalField(text('Its Kubernetes version, if it told.')),
      }),
      'Left out when no cluster was asked.',
    ),
  ),
})
