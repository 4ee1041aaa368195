// Copyright (c) Example Corp.
// Licensed under the MIT license.

// Reads the settings of the shop.
// They come from a file.

using System;

namespace Shop
{
    // not the class

    /// <summary>
    /// Holds <c>settings</c> for <typeparamref name="T"/>,
    /// see <see cref="M:Shop.Loader.Load"/> or <see href="http://x">the page</see>.
    /// </summary>
    /// <remarks>Old.</remarks>
    class Settings<T> // trailing
    {
        /** <summary>One value.</summary> */
        int one; // behind one

        int two; /* behind two */

        /// <inheritdoc />
        public override string ToString() => "// no comment /* here */";

        /// <param name="x">What.</param>
        void OnlyParam(int x) { }

        // An ordinary comment.
        void Ordinary() { }

        /// Plain words without a tag. Second.
        void Words() { }

        /// <returns>The number of <paramref name="things" />.</returns>
        int Returns(/* what */ int things /* end */) { return things; }

        /// <summary>First.<para>Second.</para></summary>
        #pragma warning disable CS0168
        [Obsolete("x")]
        // between
        void Between() { }

        /// <summary>If <see langword="null"/>, then &lt;none&gt; of <see cref="List{T}"/>.</summary>

        [Obsolete]
        void Apart() { }

        /*
         * A block.
         */
        void Block() { }
    }
}
