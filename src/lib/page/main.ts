// SPDX-License-Identifier: Apache-2.0
// The script of every page: reads the data block and draws it. It makes no requests.
import type { HtmlPage, PageGraph } from '../model/report/page.ts'
import { sectionOf } from './blocks.ts'
import { commandLine, el } from './dom.ts'
import { graphPart } from './graph.ts'
import { landscapeOf } from './landscape.ts'
import { bindLinks } from './links.ts'
import { objectsPart } from './objects.ts'
import { pageData } from './read-data.ts'
import { timelinePart } from './timeline.ts'

function parts({ sections, graph, timeline, takenAt }: HtmlPage): readonly HTMLElement[] {
  const drawn = graph !== undefined && graph.nodes.length > 0 ? graph : undefined
  const picture = drawn && pictureOf(drawn)
  const [first, ...others] = sections.map((section, i) => sectionOf(section, `section-${i}`))
  const all = [
    first,
    picture,
    ...others,
    timeline && timeline.length > 0 ? timelinePart(timeline, takenAt) : undefined,
    drawn && objectsPart(drawn),
  ]
  return all.filter((part) => part !== undefined)
}

/** Draw the graph before other parts: their cells link to it. */
function pictureOf(graph: PageGraph): HTMLElement {
  const landscape = landscapeOf(graph)
  const { element, show } = graphPart(landscape, graph.onlyProblems === true)
  bindLinks(landscape, (node) => {
    element.scrollIntoView()
    show(node)
  })
  return element
}

function head(page: HtmlPage, sections: readonly HTMLElement[]): readonly HTMLElement[] {
  const links = sections.map((section) => {
    const title = section.querySelector('h2')?.firstChild?.textContent ?? ''
    return el('a', { href: `#${section.id}` }, title)
  })
  const root = document.documentElement
  const theme = el('button', {
    type: 'button',
    class: 'theme',
    click: () => {
      const isDark = root.dataset['theme']
        ? root.dataset['theme'] === 'dark'
        : matchMedia('(prefers-color-scheme: dark)').matches
      root.dataset['theme'] = isDark ? 'light' : 'dark'
    },
  })
  theme.append('light or dark')
  return [
    el('div', { class: 'same' }, commandLine(page.command)),
    el('nav', { 'aria-label': 'parts of this page' }, ...links, theme),
  ]
}

async function main(): Promise<void> {
  const page = await pageData()
  const sections = parts(page)
  document.getElementById('head')?.append(...head(page, sections))
  document.getElementById('page')?.append(...sections)
}

main().then(
  () => {
    document.body.dataset['ready'] = 'yes'
  },
  (error: unknown) => {
    // an old browser, or a truncated file
    document.getElementById('page')?.append(el('p', {}, `this page cannot be drawn here: ${error}`))
    document.body.dataset['ready'] = 'no'
  },
)
