import { expect, test } from 'vitest'
import { mailLink } from '#web/lib/mail-link'

test('an address with URL characters stays intact', () => {
  expect(mailLink('50%off?#&@example.com')).toBe('mailto:50%25off%3F%23%26@example.com')
})

test('sets a subject and text', () => {
  expect(mailLink('ada@example.com', { subject: 'A & B', body: 'ö' })).toBe(
    'mailto:ada@example.com?subject=A%20%26%20B&body=%C3%B6',
  )
})
