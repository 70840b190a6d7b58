// SPDX-License-Identifier: Apache-2.0

import type { Printed } from '../../cli/oclif/topic.ts'
import { io } from '../../io/io.ts'
import { EXIT } from '../../model/report/errors.ts'
import { toJson, toYaml } from '../../render/data.ts'
import { chooseFormat } from '../../render/formats.ts'
import { schemaOf } from '../../reports/schema/index.ts'

/** Prints one schema, as JSON unless YAML is requested. */
export async function answer({ args, flags }: SchemaInput): Promise<Printed> {
  const schema = schemaOf(args.report)
  const { format } = chooseFormat(flags.output, ['json', 'yaml'])
  await io().stdout.write(format === 'yaml' ? await toYaml(schema) : toJson(schema))
  return { exitCode: EXIT.ok }
}

interface SchemaInput {
  readonly args: { readonly report: string }
  readonly flags: { readonly output?: string | undefined }
}
