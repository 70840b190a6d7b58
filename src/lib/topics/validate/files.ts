// SPDX-License-Identifier: Apache-2.0
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { io } from '../../io/io.ts'
import { type ManifestDocument, parseManifests } from '../../manifests/document.ts'
import type { ManifestFinding } from '../../model/check/manifest-finding.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'

export interface ManifestFiles {
  readonly files: number
  readonly manifests: readonly ManifestDocument[]
  readonly findings: readonly ManifestFinding[]
}

/** Reads files, folders and "-" for stdin. Throws a usage error for a missing file; other problems are findings. */
export async function readManifestFiles(names: readonly string[]): Promise<ManifestFiles> {
  const files = (await Promise.all(names.map(filesOf))).flat()
  const manifests: ManifestDocument[] = []
  const findings: ManifestFinding[] = []
  for (const file of [...new Set(files)]) {
    const text = await textOf(file)
    // Code scanners identify files by their path in the repository.
    const name = file === '-' ? 'stdin' : safeLine(file.replace(/^(?:\.\/)+/, ''))
    if (typeof text !== 'string') {
      findings.push({ file: name, line: 1, column: 1, rule: 'unreadable', severity: 'error', message: text.problem })
      continue
    }
    const parsed = parseManifests(name, text)
    manifests.push(...parsed.manifests)
    findings.push(...parsed.findings)
  }
  return { files: new Set(files).size, manifests, findings }
}

async function filesOf(name: string): Promise<readonly string[]> {
  if (name === '-') return [name]
  const path = resolve(io().cwd, name)
  try {
    if (!(await stat(path)).isDirectory()) return [name]
    const entries = await readdir(path, { recursive: true, withFileTypes: true })
    const manifestFiles = entries
      .filter((entry) => entry.isFile() && /\.(?:ya?ml|json)$/.test(entry.name))
      .map((entry) => join(name, join(entry.parentPath, entry.name).slice(path.length + 1)))
      .filter((file) => !/(?:^|\/)(?:\.git|node_modules)\//.test(file))
      .filter((file, _, all) => !isTemplate(file, all))
      .sort()
    if (manifestFiles.length > MAX_FILES)
      throw new C5c3Error('USAGE', 'usage', `${safeLine(name)} holds ${manifestFiles.length} files, which is too many`)
    if (manifestFiles.length === 0)
      throw new C5c3Error('USAGE', 'usage', `${safeLine(name)} holds no YAML or JSON file`)
    return manifestFiles
  } catch (error) {
    if (error instanceof C5c3Error) throw error
    const { code = 'it cannot be opened' } = error as NodeJS.ErrnoException
    throw new C5c3Error('USAGE', 'usage', `cannot read ${safeLine(name)}: ${code}`)
  }
}

/** A Helm template is not valid YAML. */
function isTemplate(file: string, all: readonly string[]): boolean {
  const [, chart] = /^(.*?)\/?templates\//.exec(file) ?? []
  return chart !== undefined && all.includes(join(chart, 'Chart.yaml'))
}

/** The text of a file, read in chunks so that files that are too large or binary are never buffered. */
async function textOf(file: string): Promise<string | { readonly problem: string }> {
  const stdin = io().stdin
  const chunks = file === '-' ? stdin?.() : createReadStream(resolve(io().cwd, file))
  if (!chunks) return { problem: 'there is no stdin to read' }
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of chunks as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (chunk.includes(0)) return { problem: 'the file is binary, no YAML' }
      if (size > MAX_FILE_SIZE)
        return { problem: `the file is larger than ${MAX_FILE_SIZE / 1024 / 1024} MB: split it` }
      parts.push(chunk)
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
  } catch (error) {
    if (error instanceof TypeError) return { problem: 'the file is no UTF-8 text' }
    const { code = 'it broke off' } = error as NodeJS.ErrnoException
    return { problem: `cannot be read: ${code}` }
  }
}

const MAX_FILE_SIZE = 10 * 1024 * 1024
const MAX_FILES = 20_000
