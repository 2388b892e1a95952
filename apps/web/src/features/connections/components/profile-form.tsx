import { Button, Textarea, TextInput } from '@mantine/core'
import {
  ConnectionProfileBody,
  type OwnConnectionProfile,
  profileNotCreated,
} from '@wingmark/contract/connection-profiles'
import { experienceMax, skillsMax, workFieldMax } from '@wingmark/contract/limits'
import { distinctSkills, skillKey } from '@wingmark/contract/skills'
import type { User } from '@wingmark/contract/users'
import { useRef } from 'react'
import { experienceWishes, WriteHelp } from '#web/features/ai/write/write-help'
import { SkillsInput } from '#web/features/connections/components/skills-input'
import { UsernameHint } from '#web/features/connections/components/username-hint'
import { useCreateProfile, useUpdateProfile } from '#web/features/connections/queries'
import { fieldErrorsOf } from '#web/lib/api-error'
import { closeAll, openPopup } from '#web/lib/popups'
import { toastError, toastSuccess } from '#web/lib/toast'
import { useFadingForm } from '#web/ui/use-fading-form'
import classes from './connections.module.css'

type Props = { user: User; profile: OwnConnectionProfile | undefined }

const texts = [
  { name: 'location', label: 'Location', autoComplete: 'off', hint: 'A city, or where you work from' },
  {
    name: 'designation',
    label: 'Designation',
    autoComplete: 'organization-title',
    hint: 'e.g. Brand designer',
  },
  { name: 'company', label: 'Company', autoComplete: 'organization', hint: 'e.g. Freelance' },
] as const

export function ProfileForm({ user, profile }: Props) {
  const create = useCreateProfile()
  const update = useUpdateProfile()
  const { name, email, username } = user
  const { location = '', designation = '', company = '', experience = '', skills = [] } = profile ?? {}
  const form = useFadingForm(
    { name, email, username, location, designation, company, experience, skills },
    ConnectionProfileBody,
  )
  const field = useRef<HTMLTextAreaElement>(null)
  const isBusy = create.isPending || update.isPending
  const refused = (error: unknown) => {
    const fields = fieldErrorsOf(error)
    form.setErrors(fields)
    if (!profile && Object.keys(fields).length === 0) toastError(profileNotCreated)
  }
  const submit = form.onSubmit((body) => {
    if (profile) {
      const onSuccess = () => {
        closeAll()
        toastSuccess('Connection Profile saved')
      }
      return update.mutate({ id: profile._id, body }, { onSuccess, onError: refused })
    }
    create.mutate(body, { onSuccess: () => openPopup('pilot-unlocked'), onError: refused })
  })
  return (
    <form onSubmit={submit} noValidate className={classes.popup}>
      <TextInput label="Name" variant="unstyled" readOnly {...form.getInputProps('name')} />
      <TextInput label="Email" type="email" variant="unstyled" readOnly {...form.getInputProps('email')} />
      <TextInput
        label="Username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        description={<UsernameHint wanted={form.values.username} own={username} />}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data-autofocus
        {...form.getInputProps('username')}
      />
      {texts.map(({ name: key, hint, ...input }) => (
        <TextInput
          key={key}
          maxLength={workFieldMax}
          placeholder={hint}
          {...input}
          {...form.getInputProps(key)}
        />
      ))}
      <Textarea
        ref={field}
        label="Experience"
        autosize
        minRows={2}
        maxLength={experienceMax}
        {...form.getInputProps('experience')}
      />
      <WriteHelp
        wishes={experienceWishes}
        text={form.values.experience}
        field={field}
        max={experienceMax}
        onUse={(text) => form.setFieldValue('experience', text)}
      />
      <SkillsInput
        maxTags={skillsMax}
        isDuplicate={(value, current) => current.some((one) => skillKey(one) === skillKey(value))}
        {...form.getInputProps('skills')}
        value={form.values.skills}
        onChange={(values) => form.setFieldValue('skills', distinctSkills(values))}
      />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Submitting...' : 'Submit Now'}
      </Button>
    </form>
  )
}
