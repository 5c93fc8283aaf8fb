import type { AttributeDefinition } from '@pimento/contract';
import { AssetInput } from '../plain/asset-input.tsx';
import { AssetItemsInput } from '../plain/asset-items-input.tsx';
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
  const isMultiple = input.definition?.type.multiValue === true;
  if (input.definition?.type.id.toLowerCase() === 'asset')
    return isMultiple ? (
      <AssetItemsInput {...input} autoFocus={autoFocus} />
    ) : (
      <AssetInput {...input} autoFocus={autoFocus} />
    );
  if (isMultiple) return <ItemsInput {...input} autoFocus={autoFocus} />;
  return <TextValueInput {...input} autoFocus={autoFocus} />;
}
