// SPDX-License-Identifier: Apache-2.0

/** Text from clusters on one line, without Markdown or HTML of its own. */
export const escapeMarkdown = (text: string): string =>
  text.replace(/\s*[\n\t]\s*/g, ' ').replace(/[\\`*_{}[\]<>#|~!]/g, (char) => `\\${char}`)
