/** `npm run testimonials`: hides a customer review and shows a reason instead, or shows it again. */

import { hideTestimonial } from '#server/modules/testimonials/service'
import { besideServer } from '#server/operator-command'

const usage = `npm run testimonials -- hide ADDRESS "REASON"   hide this person’s customer review and show the reason instead
npm run testimonials -- show ADDRESS            show it again`

const [verb = '', address = '', ...rest] = process.argv.slice(2)
const reason = rest.join(' ').trim()

if (!address || !(verb === 'show' || (verb === 'hide' && reason))) {
  console.error(usage)
  process.exitCode = 2
} else {
  await besideServer(async ({ db }) => {
    const isThere = await hideTestimonial({ db }, address, verb === 'hide' ? reason : null)
    const done = verb === 'hide' ? `Hidden. The reason is shown: ${reason}` : 'Shown again.'
    console.log(isThere ? done : `Nobody with the address ${address} has written a customer review.`)
    return isThere ? 0 : 1
  })
}
