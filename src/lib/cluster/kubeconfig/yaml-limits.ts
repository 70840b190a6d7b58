// SPDX-License-Identifier: Apache-2.0
import type { Document } from 'yaml'

type Yaml = typeof import('yaml')

/** Limits that are checked before parsing, because the parser cannot be interrupted. */
export interface YamlLimits {
  /** Parse time depends on the number of tokens, not on bytes: about 5 µs each. */
  readonly tokens: number
  readonly aliases: number
  /** False refuses anchors, aliases and tags. */
  readonly allowsReferences: boolean
}

/** For local files. 1,000 clusters with their users and contexts have 100,000 tokens. */
export const LOCAL_YAML: YamlLimits = { tokens: 200_000, aliases: 1000, allowsReferences: true }

/** For text read from a cluster. Each cluster in a kubeconfig has about 100 tokens. */
export const CLUSTER_YAML: YamlLimits = { tokens: 20_000, aliases: 100, allowsReferences: true }

/** Depth of maps and lists. A kubeconfig needs less than 10; the parser and all readers of its result are recursive. */
const MAX_DEPTH = 100

export interface YamlExcess {
  readonly offset: number
  readonly reason: string
}

/** Finds the first exceeded limit; only tokenizes the text. */
export function findExcess(yaml: Yaml, text: string, limits: YamlLimits): YamlExcess | undefined {
  let [offset, tokens, aliases, depth] = [0, 0, 0, 0]
  let isScalarNext = false
  for (const token of new yaml.Lexer().lex(text)) {
    // The text of a scalar follows a marker token and may look like any other token.
    const type: string | null = isScalarNext ? null : yaml.CST.tokenType(token)
    isScalarNext = type === 'scalar'
    if (++tokens > limits.tokens) return { offset, reason: `has more than ${limits.tokens} YAML tokens` }
    if (type === 'anchor' || type === 'alias' || type === 'tag') {
      if (!limits.allowsReferences) return { offset, reason: `uses a YAML ${type}: not accepted from a cluster` }
      if (type === 'alias' && ++aliases > limits.aliases) return { offset, reason: TOO_MANY_ALIASES }
    }
    if (type === 'flow-seq-start' || type === 'flow-map-start') depth++
    if (type === 'flow-seq-end' || type === 'flow-map-end') depth--
    if (depth > MAX_DEPTH) return { offset, reason: TOO_DEEP }
    if (type === null || !MARKERS.has(type)) offset += token.length
  }
  return undefined
}

/** Lexer tokens that have no characters in the text. */
const MARKERS = new Set(['doc-mode', 'flow-error-end', 'scalar'])

const TOO_MANY_ALIASES = 'is not valid YAML (too many aliases)'
const TOO_DEEP = 'is not valid YAML (nested too deeply)'

/**
 * Finds an exceeded limit before aliases are resolved. One pass: each alias counts as much as the value it repeats, so
 * the sum is the size of the resolved document.
 */
export function findAliasExcess(yaml: Yaml, doc: Document, limits: YamlLimits): YamlExcess | undefined {
  const sizes = new Map<string, number>()
  let excess: YamlExcess | undefined
  const sizeOf = (node: unknown, depth: number): number => {
    if (yaml.isPair(node)) return sizeOf(node.key, depth) + sizeOf(node.value, depth)
    if (!yaml.isNode(node) || excess) return 0
    const offset = node.range?.[0] ?? 0
    if (yaml.isAlias(node)) {
      const size = sizes.get(node.source)
      if (size === undefined) excess = { offset, reason: 'is not valid YAML (unknown alias)' }
      return size ?? 0
    }
    if (depth > MAX_DEPTH) excess = { offset, reason: TOO_DEEP }
    let size = 1
    if (yaml.isCollection(node)) {
      // An alias inside its own anchor would expand forever.
      if (node.anchor) sizes.set(node.anchor, Number.POSITIVE_INFINITY)
      for (const item of node.items) size += sizeOf(item, depth + 1)
    }
    if (node.anchor) sizes.set(node.anchor, size)
    return size
  }
  const size = sizeOf(doc.contents, 0)
  return excess ?? (size > limits.tokens ? { offset: 0, reason: TOO_MANY_ALIASES } : undefined)
}
