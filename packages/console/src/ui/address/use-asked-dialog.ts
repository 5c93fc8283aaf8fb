import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * Opens a dialog by a press, or by the address, as commands of the palette do.
 * @param hash the part of the address after the "#" that opens the dialog. Closing the dialog removes it
 */
export function useAskedDialog(hash: string) {
  const [isPressed, setPressed] = useState(false);
  const navigate = useNavigate();
  const isAsked = useLocation().hash === hash;
  return {
    isOpen: isPressed || isAsked,
    open: () => setPressed(true),
    close: () => {
      setPressed(false);
      if (isAsked) void navigate({ to: '.', search: true, hash: '', replace: true });
    },
  };
}
