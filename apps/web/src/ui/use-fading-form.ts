import { type FormErrors, schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { fieldErrorClearMs } from '@wingmark/contract/limits'
import { useRef } from 'react'

type Values = Record<string, string>
type Schema = Parameters<typeof schemaResolver>[0]

/** A form checked by a contract schema on submit; an error leaves its field 1 s after the field is edited. */
export function useFadingForm<V extends Values>(initialValues: V, schema: Schema): UseFormReturnType<V> {
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const check = schemaResolver(schema, { sync: true })
  const form: UseFormReturnType<V> = useForm<V>({
    initialValues,
    clearInputErrorOnChange: false,
    validate: (values): FormErrors => {
      for (const timer of timers.current.values()) clearTimeout(timer)
      return check(values)
    },
    onValuesChange: (values, previous) => {
      for (const field of Object.keys(values)) {
        if (values[field] === previous[field]) continue
        clearTimeout(timers.current.get(field))
        timers.current.set(
          field,
          setTimeout(() => form.clearFieldError(field), fieldErrorClearMs),
        )
      }
    },
  })
  return form
}
