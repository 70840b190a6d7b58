// SPDX-License-Identifier: Apache-2.0
// Graphviz and Mermaid output; no name can break out of its quotes.
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { STATES } from '../../../src/lib/model/graph/health.ts'
import type { Diagram } from '../../../src/lib/model/report/diagram.ts'
import { toDot } from '../../../src/lib/render/dot.ts'
import { toMermaid } from '../../../src/lib/render/mermaid.ts'

const DIAGRAM: Diagram = {
  caption: '2 of 2 clusters read in full · failed · exit 1',
  nodes: [
    { id: 'claim', cluster: 'management', lines: ['Claim', 'a/b', '✖ failed'], state: 'failed', consequence: true },
    { id: 'plane', cluster: 'control-plane/eu', lines: ['ControlPlane', 'x', '✖ failed', 'Down'], state: 'failed' },
    { id: 'cache', cluster: 'control-plane/eu', lines: ['Valkey', '· not installed'], state: 'not installed' },
  ],
  edges: [
    { from: 'claim', to: 'plane', label: 'creates' },
    { from: 'plane', to: 'cache', label: 'depends-on' },
    { from: 'plane', to: 'nowhere', label: 'owns' },
  ],
}

describe('a diagram', () => {
  it('as Graphviz', () => {
    expect(toDot(DIAGRAM)).toBe(`digraph c5c3 {
  label="2 of 2 clusters read in full · failed · exit 1"
  rankdir=LR
  node [shape=box, style="rounded,filled", fontname="Helvetica"]
  edge [fontname="Helvetica", fontsize=10]
  subgraph cluster_c0 {
    label="management"
    n0 [label="Claim\\na/b\\n✖ failed", fillcolor="#fce8e6", color="#c5221f", style="rounded,filled,dashed"]
  }
  subgraph cluster_c1 {
    label="control-plane/eu"
    n1 [label="ControlPlane\\nx\\n✖ failed\\nDown", fillcolor="#fce8e6", color="#c5221f"]
    n2 [label="Valkey\\n· not installed", fillcolor="#f1f3f4", color="#9aa0a6"]
  }
  n0 -> n1 [label="creates", style=bold]
  n1 -> n2 [label="depends-on"]
}
`)
  })

  it('as Mermaid', () => {
    expect(toMermaid(DIAGRAM)).toBe(`flowchart LR
  subgraph c0["management"]
    n0["Claim<br/>a/b<br/>✖ failed"]:::failed
    style n0 stroke-dasharray:4
  end
  subgraph c1["control-plane/eu"]
    n1["ControlPlane<br/>x<br/>✖ failed<br/>Down"]:::failed
    n2["Valkey<br/>#183; not installed"]:::not-installed
  end
  n0 ==>|"creates"| n1
  n1 -->|"depends-on"| n2
  classDef not-installed fill:#f1f3f4,stroke:#9aa0a6,color:#202124
  classDef failed fill:#fce8e6,stroke:#c5221f,color:#202124
  %% 2 of 2 clusters read in full · failed · exit 1
`)
  })

  it('an edge without a label has none', () => {
    const edges = [{ from: 'claim', to: 'plane', label: '' }]
    expect(toDot({ ...DIAGRAM, edges })).toContain('n0 -> n1 [style=bold]\n')
    expect(toMermaid({ ...DIAGRAM, edges })).toContain('  n0 ==> n1\n')
  })
})

const HOSTILE = [
  '"] evil --> x["',
  '"; evil [label="',
  '\\" \\N \\G \\l \\',
  'end',
  '`code` **bold** <script>alert(1)</script>',
  '#quot; &lt; %% {init}',
  'two\nlines\ttab',
  '} digraph {',
  '|x| --> y',
]

const hostile = (name: string): Diagram => ({
  caption: name,
  nodes: STATES.map((state) => ({ id: state, cluster: `${name}${state}`, lines: [name, state], state })),
  edges: STATES.map((state) => ({ from: 'healthy', to: state, label: name })),
})

describe.each(HOSTILE)('a name like %j', (name) => {
  const diagram = hostile(name)

  it('stays inside its quotes in Graphviz', () => {
    const lines = toDot(diagram).trimEnd().split('\n')
    // Without its strings the output is the same for all names.
    const bare = lines.map((line) => line.replace(/"(?:[^"\\]|\\.)*"/g, 'S'))
    expect(bare.filter((line) => !GRAPHVIZ.some((form) => form.test(line)))).toEqual([])
    expect(bare.filter((line) => line === '}' || line === '  }')).toHaveLength(STATES.length + 1)
  })

  it('stays inside its quotes in Mermaid', () => {
    const lines = toMermaid(diagram).trimEnd().split('\n')
    const bare = lines.map((line) => line.replace(/"[^"]*"/g, 'S'))
    expect(bare.filter((line) => !MERMAID.some((form) => form.test(line)))).toEqual([])
    // Comments are ignored by Mermaid.
    const strings = lines.filter((line) => !line.startsWith('  %%')).flatMap((line) => line.match(/"[^"]*"/g) ?? [])
    expect(strings.filter((string) => /[<>`&{}|]/.test(string.replaceAll('<br/>', '')))).toEqual([])
  })
})

it('is rendered by Graphviz', ({ skip }) => {
  if (spawnSync('dot', ['-V'], { stdio: 'ignore' }).error) {
    console.warn('skipped: there is no dot to draw with')
    skip()
  }
  const { status, stderr } = spawnSync('dot', ['-Tsvg'], { input: toDot(hostile(HOSTILE.join(' '))), encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

const GRAPHVIZ = [
  /^digraph c5c3 \{$/,
  /^ {2}(label=S|rankdir=LR)$/,
  /^ {2}(node|edge) \[[\w=, S]+\]$/,
  /^ {2}subgraph cluster_c\d+ \{$/,
  /^ {4}label=S$/,
  /^ {4}n\d+ \[label=S, fillcolor=S, color=S\]$/,
  /^ {2}n\d+ -> n\d+ \[label=S(, style=bold)?\]$/,
  /^( {2})?\}$/,
]

const MERMAID = [
  /^flowchart LR$/,
  /^ {2}subgraph c\d+\[S\]$/,
  /^ {4}n\d+\[S\]:::[a-z-]+$/,
  /^ {2}end$/,
  /^ {2}n\d+ (==|--)>\|S\| n\d+$/,
  /^ {2}classDef [a-z-]+ [\w:#,]+$/,
  /^ {2}%% /,
]
