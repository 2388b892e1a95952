import { z } from 'zod'
import { Id } from './ids.ts'
import { questionsMax, questionTextMax } from './limits.ts'
import { oneOf } from './paging.ts'
import { line } from './text.ts'

const noQuestion = 'Please enter a question'
export const tooManyQuestions = `A round can have at most ${questionsMax} questions.`
const choicesMax = 10
const QuestionText = line({
  max: questionTextMax,
  required: noQuestion,
  tooLong: `A question can have at most ${questionTextMax} characters.`,
})
const Choice = line({
  max: 100,
  required: 'Please enter a choice',
  tooLong: 'A choice can have at most 100 characters.',
})
export const QuestionKind = oneOf(['TEXT', 'YES_NO', 'CHOICE'])
export type QuestionKind = z.infer<typeof QuestionKind>

const QuestionInput = z
  .object({
    text: QuestionText,
    kind: QuestionKind,
    choices: z
      .array(Choice)
      .max(choicesMax, { error: `At most ${choicesMax} choices.` })
      .default([]),
    isNeeded: z.boolean({ error: 'IsNeeded must be true or false.' }).default(false),
  })
  .refine(({ kind, choices }) => kind !== 'CHOICE' || choices.length >= 2, {
    error: 'Enter at least two choices.',
    path: ['choices'],
  })
  .refine(({ choices }) => new Set(choices).size === choices.length, {
    error: 'Enter each choice once.',
    path: ['choices'],
  })
export const Questions = z.array(QuestionInput).max(questionsMax, { error: tooManyQuestions })

export const Question = z.object({
  _id: Id,
  text: z.string(),
  kind: QuestionKind,
  /** Of CHOICE. */
  choices: z.array(z.string()),
  isNeeded: z.boolean(),
})
export type Question = z.infer<typeof Question>

/** `YES` or `NO` for YES_NO, one of the choices for CHOICE. */
export const Answer = z.object({ question: Id, answer: z.string() })
export type Answer = z.infer<typeof Answer>
