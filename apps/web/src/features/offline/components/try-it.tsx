import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { acceptAttribute, judgeSelection } from '#web/lib/choose-files'
import { learnTypes } from '#web/lib/learn-types'
import { paths } from '#web/lib/paths'
import { toastError } from '#web/lib/toast'

type Props = { children: ReactNode } & Pick<ButtonProps, 'variant' | 'color' | 'size' | 'leftSection'>

/** Asks for files and creates a review on this device, without an account or network. */
export function TryIt({ children, ...look }: Props) {
  const navigate = useNavigate()
  const chooser = useRef<HTMLInputElement>(null)
  const [isMaking, setMaking] = useState(false)

  const make = async (given: File[]) => {
    if (given.length === 0) return
    setMaking(true)
    try {
      const files = await learnTypes(given)
      const choice = judgeSelection(files, 'REVIEW')
      const taken = choice.outcome === 'refused' ? choice.rest : choice.files
      if (choice.outcome === 'refused') for (const message of choice.messages) toastError(message)
      if (taken.length === 0) return
      const { makeReview } = await import('../device-store.ts')
      const { devicePerson } = await import('../device-person.ts')
      const review = await makeReview(taken, devicePerson())
      await navigate(paths.deviceReview(review._id))
    } catch (error) {
      toastError(error instanceof Error ? error.message : 'The review couldn’t be created.')
    } finally {
      setMaking(false)
    }
  }

  return (
    <>
      <Button {...look} loading={isMaking} onClick={() => chooser.current?.click()}>
        {children}
      </Button>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={acceptAttribute('REVIEW')}
        aria-label="Files to try"
        onChange={(event) => {
          void make([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
