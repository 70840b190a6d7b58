// SPDX-License-Identifier: Apache-2.0
/** A phrase that does not belong in help, output or documentation, and what to write instead. */
export interface BannedPhrase {
  readonly banned: RegExp
  readonly use: string
}

export const GLOSSARY: readonly BannedPhrase[] = [
  {
    banned: /\b(is|are|was|were|not|something|everything|all) well\b|\bwell again\b|\bhow (it is|they are) doing\b/i,
    use: 'healthy',
  },
  { banned: /\bwhat is well\b/i, use: 'healthy objects' },
  { banned: /\bwhat broke first\b|\bfirst (blocker|problem)s?\b|\bwhat blocks first\b/i, use: 'root cause' },
  { banned: /\bwhat follows from it\b|\bconsequences?\b|\bhow it reaches you\b/i, use: 'impact, affected objects' },
  { banned: /\bwhat (stops|would stop) for whom\b|\bwhat (its|their) loss would stop\b/i, use: 'blast radius' },
  { banned: /\b(stands?|standing) on\b/i, use: 'depends on, dependents' },
  { banned: /\bover all (its |of its )?clusters\b/i, use: 'across all clusters' },
  {
    banned: /\bnot (let|letting) us in\b|\blets us in\b|\bare dark\b|\bis dark\b|\bunseen\b/i,
    use: 'unreachable, forbidden, not readable',
  },
  { banned: /\blast copies\b|\btold from\b/i, use: 'cached (last observed by Crossplane)' },
  { banned: /\banother value than\b|\bnot that of\b/i, use: 'differs, out of date' },
  { banned: /\b(what|that|which) ends (soon|within)\b/i, use: 'expires' },
  { banned: /\b(make|made|makes) (it |them )?anew\b|\bmend(s|ed)?\b|\btake away\b/i, use: 'create, fix, delete' },
  { banned: /\blandscapes?\b/i, use: 'fleet' },
  { banned: /\bwhat to type( next)?\b/i, use: 'next step' },
  { banned: /\bcarr(y|ies|ied) (it |them )?out\b|\bcarr(y|ies) out\b/i, use: 'apply, run' },
  { banned: /\bthe seeds\b/i, use: 'the specification' },
  { banned: /\bthe way of (a|each|the)\b|\bwhere ways lead\b/i, use: 'credential chain, dependency path' },
  { banned: /\bhow we know\b|\bits own words\b/i, use: 'evidence, message' },
  { banned: /\bnobody\b|\bsomebody\b|\bwhoever\b/i, use: 'the subject: the operator, a user, another controller' },
  { banned: /\bwhat (it|they|each) (waits?|is waiting) for\b|\bwaits until somebody\b/i, use: 'blocked by' },
  { banned: /\bgo on (with|and)\b/i, use: 'continue, follow, watch' },
  {
    banned: /\bmay be given often\b|\bagain for more\b|\bseveral may follow\b|\bmore may follow\b/i,
    use: '(repeatable)',
  },
  { banned: /\bif you like\b|\bwrite it there\b|\bleave one out\b/i, use: 'the exact form; mutually exclusive' },
  { banned: /\bthere is no (scenario|command|profile|report|view|check)\b/i, use: 'unknown …, … not found' },
  { banned: /\bis no (duration|name of|check|role)\b/i, use: 'invalid …' },
  { banned: /\bask(s|ed)? no cluster\b|\bno cluster (was|is) asked\b/i, use: 'no cluster is contacted' },
]

/** Each banned phrase of a text with its line. */
export function bannedIn(text: string): string[] {
  return text.split('\n').flatMap((line, i) =>
    GLOSSARY.flatMap(({ banned, use }) => {
      const found = banned.exec(line)?.[0]
      return found === undefined ? [] : [`line ${i + 1}: "${found}", use: ${use}`]
    }),
  )
}
