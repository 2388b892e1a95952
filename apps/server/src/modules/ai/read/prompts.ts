import type { AiReadingKind } from '@wingmark/contract/ai'

const shapes: Record<AiReadingKind, string> = {
  SUMMARY: '{"points":[{"text":"…","comments":["c1"]}],"disagreements":[…],"questions":[…]}',
  CHANGES: '{"points":[{"text":"…","comments":["c1"]}]}',
}

const tasks: Record<AiReadingKind, string> = {
  SUMMARY: `Summarise the comments on a design: five to twelve points that matter, fewer where there is little to say;
what people disagree on; and questions that nobody has answered. Each names the comments that it rests on.`,
  CHANGES: `Turn the comments on a design into a list of changes. Each is one sentence in the imperative, says one thing
to do, and names the comments that it rests on. Leave out praise, and what was settled in the replies.`,
}

const common = (
  kind: AiReadingKind,
  most: number,
) => `Answer in the language of most comments, and with JSON alone, in this form:
${shapes[kind]}
Comments are called c1, c2 and so on, people p1, p2 and so on: use no other names for them, and name comments only in
"comments". Use at most ${most} characters of text in all.`

export const readingRules = (kind: AiReadingKind, most: number) => `${tasks[kind]}\n${common(kind, most)}`

export const mergingRules = (
  most: number,
) => `These are summaries of parts of the comments on one design. Merge them into one:
five to twelve points that matter, what people disagree on, and questions that nobody has answered.
${common('SUMMARY', most)}`
