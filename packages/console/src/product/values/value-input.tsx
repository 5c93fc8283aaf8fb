import type { AttributeDefinition } from '@pimento/contract';
import { ItemsInput } from '../plain/items-input.tsx';
import { TextValueInput } from '../plain/text-value-input.tsx';

/** An input for a value of any type except a composite. */
export function ValueInput(props: {
  label: string;
  value: unknown;
  definition: AttributeDefinition | undefined;
  onChange: (value: unknown) => void;
  autoFocus?: boolean;
}) {
  const { autoFocus = false, ...input } = props;
  if (input.definition?.type.multiValue === true) return <ItemsInput {...input} autoFocus={autoFocus} />;
  return <TextValueInput {...input} autoFocus={autoFocus} />;
}
