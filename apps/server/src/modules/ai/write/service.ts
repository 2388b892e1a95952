import { aiAnswerMax, type GenerateBody, type Generated } from '@wingmark/contract/ai'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import type { UserCaller } from '#server/modules/access/service'
import { readAnswered } from '#server/modules/ai/read/service'
import { plainText, steadyPart } from '#server/modules/ai/requests/clean'
import { countOf, cutAtSentence, wholeSentences } from '#server/modules/ai/requests/count'
import { fenced } from '#server/modules/ai/requests/fence'
import { createHider } from '#server/modules/ai/requests/hide'
import { createPeople } from '#server/modules/ai/requests/people'
import { type Asking, answerOnce, type Reserved } from '#server/modules/ai/requests/service'
import { requireAi } from '#server/modules/ai/switched-off'
import { rulesOf } from '#server/modules/ai/write/prompts'
import { readAllowance } from '#server/modules/users/service'
import { AiError } from '#server/platform/ai-error'

/** `onWords` gets the text as it arrives. Text received before a failure counts. Throws PLAN_LIMIT, RATE_LIMITED, UNAVAILABLE. */
export async function generate(
  deps: Deps,
  caller: UserCaller,
  input: GenerateBody,
  asking: Asking & { onWords?: (text: string) => void },
): Promise<Generated> {
  const ai = await requireAi(deps, caller.actor)
  const hider = createHider()
  const answered = input.comment ? await readAnswered(deps, caller, input.comment) : null
  const people = answered && createPeople([answered], [input.text])
  const shown = (words: string) => people?.nameless(hider.hide(words)) ?? hider.hide(words)
  const said = answered && [answered, ...answered.replies].map(({ message }) => shown(message))
  const material = [
    ...(said ? [`The comment:\n${said.join('\n')}`] : []),
    ...(input.text === '' ? [] : [said ? `What to say:\n${shown(input.text)}` : shown(input.text)]),
  ].join('\n\n')

  return answerOnce(deps, caller.actor, asking, aiAnswerMax, async (reserved) => {
    const { kind, tone, language } = input
    const turns = fenced(rulesOf({ kind, tone, language, most: reserved.amount }), material)
    const written = await collect(ai.write(turns, asking.signal), reserved, {
      onWords: asking.onWords,
      finish: (text) => hider.putBack(people?.named(text) ?? text),
    })
    if (written.text === '') throw new AiError('EMPTY')
    return { used: written.characters, result: written }
  }).then(async (result) => ({
    ...result,
    meter: await meterOf(deps, caller.actor),
  }))
}

async function meterOf(deps: Deps, actor: UserActor): Promise<Generated['meter']> {
  return readAllowance(deps.db, actor.id, 'AI_CHARACTERS')
}

type Collecting = { onWords: ((text: string) => void) | undefined; finish: (text: string) => string }

/** Passes on text that can no longer change; stops when the reserved characters run out. */
async function collect(
  pieces: ReturnType<NonNullable<Deps['ai']>['write']>,
  reserved: Reserved,
  { onWords, finish }: Collecting,
): Promise<Omit<Generated, 'meter'>> {
  const { amount } = reserved
  let raw = ''
  let given = ''
  let isCut = false
  for await (const piece of pieces) {
    if ('isCut' in piece) {
      isCut = piece.isCut
      continue
    }
    raw += piece.text
    const steady = plainText(steadyPart(raw))
    if (countOf(steady) > amount) {
      isCut = true
      break
    }
    if (steady.length > given.length && steady.startsWith(given)) {
      given = steady
      if (onWords) {
        onWords(finish(given))
        reserved.give(countOf(given))
      }
    }
  }
  const plain = plainText(raw)
  const isOver = countOf(plain) > amount
  const within = cutAtSentence(plain, amount)
  const text = isCut ? wholeSentences(within) : within
  return { text: finish(text).trim(), characters: countOf(text), isCut: isCut || isOver }
}
