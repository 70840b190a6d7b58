// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto'
import type { BundledPackage } from './packages.ts'

interface About {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly description: string
  /** The Node inside the executables. */
  readonly node: string
}

/** A CycloneDX document of the bundled packages and the Node of the executables, without timestamps. */
export function sbom(about: About, packages: readonly BundledPackage[]): string {
  const root = `pkg:npm/${about.name}@${about.version}`
  const components = packages.map(component)
  const runtime = {
    type: 'platform',
    'bom-ref': `pkg:generic/node@${about.node}`,
    name: 'node',
    version: about.node,
    description: 'inside the executables only',
    licenses: [{ license: { id: 'MIT' } }],
    purl: `pkg:generic/node@${about.node}`,
  }
  const refs = [...components, runtime].map((part) => part['bom-ref'])
  const body = {
    metadata: {
      component: {
        type: 'application',
        'bom-ref': root,
        name: about.name,
        version: about.version,
        description: about.description,
        licenses: [{ license: { id: about.license } }],
        purl: root,
      },
    },
    components: [...components, runtime],
    dependencies: [{ ref: root, dependsOn: refs }, ...refs.map((ref) => ({ ref }))],
  }
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(body))}`,
    version: 1,
    ...body,
  }
  return `${JSON.stringify(document, undefined, 2)}\n`
}

function component({ name, version, integrity, license }: BundledPackage) {
  const [algorithm = '', digest = ''] = integrity.split('-')
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    hashes: [{ alg: algorithm.replace(/^sha/, 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }],
    licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
    purl,
  }
}

/** Derived from the content, so that the same content has the same UUID. */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
