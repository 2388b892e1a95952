import { TagsInput, type TagsInputProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { skillsQuery } from '#web/features/connections/queries'

const pauseMs = 300

/** Skills as tags; suggests the most common ones while typing. */
export function SkillsInput(given: TagsInputProps & { value: string[] }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), pauseMs)
  const { data = [] } = useQuery({ ...skillsQuery(search), enabled: search !== '' })
  return (
    <TagsInput
      label="Skills"
      placeholder={given.value.length === 0 ? 'Type one and press Enter' : ''}
      searchValue={typed}
      onSearchChange={setTyped}
      data={search === '' || typed.trim() === '' ? [] : data}
      // The server matches regardless of case and accents.
      filter={({ options }) => options}
      {...given}
    />
  )
}
