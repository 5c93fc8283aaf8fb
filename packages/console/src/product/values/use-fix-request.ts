import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { fieldOf } from '../../connections/field-of.ts';
import type { Structure } from '../../session/structure.ts';

/**
 * Returns the field that a link asks to open, as a new object for each link. The request is removed from the URL, so that a reload and
 * "back" do not open the input again.
 */
export function useFixRequest(structure: Structure): { name: string } | undefined {
  const { fix } = useSearch({ from: '/shell/products/$productId' });
  const navigate = useNavigate();
  const [request, setRequest] = useState<{ name: string }>();
  useEffect(() => {
    if (fix === undefined) return;
    setRequest({ name: fieldOf(structure, fix) ?? fix });
    void navigate({
      to: '.',
      search: ({ fix: _fix, ...others }) => others,
      replace: true,
      resetScroll: false,
      ignoreBlocker: true, // the page stays open, so no input is lost
    });
  }, [fix, structure, navigate]);
  return request;
}
