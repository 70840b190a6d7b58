// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { Cell, Tone } from '../../model/report/view.ts'
import { firstSentence } from '../../model/text/first-sentence.ts'
import { type FindingGroup, groupFindings, groupPlaces, nodeKey } from '../shared/group-findings.ts'
import { type NodeReport, nameOf } from '../shared/object-row.ts'
import { SYMBOLS, stateWord, TONES } from '../shared/state-cell.ts'
import type { UnreachableCluster } from '../shared/unreachable.ts'
import type { CauseReport } from './cause-report.ts'
import type { WhyReport } from './report.ts'

/** The answer in one line: the state, since when, and the first root cause. */
export function whyHeadline(report: WhyReport): Cell {
  const { subject, causes, beside } = report
  const tone = headlineTone(report)
  const name = shortName(subject)
  const [group] = groupFindings(causes)
  if (!group) {
    const own = beside.filter((one) => isAboutSubject(one, subject)).length
    const mark = own > 0 && isFine(subject.state) ? '!' : SYMBOLS[subject.status]
    if (!isFine(subject.state))
      return { text: `${mark} ${name} is ${statusText(subject)}: nothing that was read says why.`, tone }
    if (own === 0) return { text: `${mark} ${name} is ${statusText(subject)}.`, tone }
    return { text: `${mark} ${name} is not failed, but has ${own === 1 ? 'a finding' : `${own} findings`}.`, tone }
  }
  const [first] = group
  if (first.unreachable && causes.every(({ unreachable }) => unreachable))
    return { text: `? ${name} is ${statusText(subject)}. ${cannotTellText(report)}`, tone }
  const since = causes.find(({ sinceAge }) => sinceAge)?.sinceAge
  const state = since ? `has been ${statusText(subject)} for ${since}` : `is ${statusText(subject)}`
  const count = groupFindings(causes).length
  const cause = count > 1 ? `Root cause 1 of ${count}` : 'Root cause'
  return { text: `${SYMBOLS[subject.status]} ${name} ${state}. ${cause}: ${causeSentence(group, subject)}`, tone }
}

/** For example "MariaDB openstack-db: Galera not ready [F52 database-not-ready]". */
export function causeSentence(group: FindingGroup<CauseReport>, subject?: NodeReport): string {
  const [first] = group
  if (first.unreachable) return `Kubernetes cluster ${unreachableText(first.unreachable)}`
  const what =
    group.length > 1
      ? `${first.subject.kind} ${groupPlaces(group)}: `
      : subject && isAboutSubject(first, subject)
        ? ''
        : `${objectName(first.subject)}: `
  return `${what}${firstSentence(first.message)}${checkTag(first, group.length)}`
}

export function checkTag({ check, modes }: CauseReport, size = 1): string {
  const words = [...modes, check ?? '', ...(size > 1 ? [`×${size}`] : [])].filter((word) => word !== '')
  return check ? ` [${words.join(' ')}]` : ''
}

export const isAboutSubject = (cause: CauseReport, subject: NodeReport) => nodeKey(cause.subject) === nodeKey(subject)

/** An OpenStack cluster by its name alone. */
const shortName = (subject: NodeReport) => (subject.kind === 'OpenStackCluster' ? subject.name : objectName(subject))

const objectName = ({ kind, name }: NodeReport) => nameOf({ kind, name })

/** The reason is in the section of the cause. */
function cannotTellText({ causes, lastKnown }: WhyReport): string {
  const gaps = [...new Set(causes.flatMap(({ unreachable }) => (unreachable ? [unreachableText(unreachable)] : [])))]
  if (!lastKnown) return `Cannot tell: ${gaps.join('; ')}.`
  const age = lastKnown.age ? `, last change ${lastKnown.age} ago` : ''
  return `Cannot tell: ${gaps.join('; ')}. Last known (cached${age}): Ready=${lastKnown.ready}.`
}

/** Without the technical reason in brackets. */
const unreachableText = ({ cluster, reason }: UnreachableCluster) => `${cluster} is ${reason.replace(/ \(.*\)$/s, '')}`

const statusText = ({ status }: NodeReport) => (status === 'maintenance' ? 'in maintenance' : stateWord(status))

function headlineTone({ subject, causes, beside }: WhyReport): Tone {
  const hasOwn = causes.length === 0 && beside.some((one) => isAboutSubject(one, subject))
  return hasOwn && isFine(subject.state) ? 'busy' : TONES[subject.status]
}
