extern alias Legacy;
global using System.Linq;
global using static System.Math;
using System;
using System.Collections.Generic; // lists
using static System.Console;
using Json = Newtonsoft.Json.JsonConvert;
using Map = System.Collections.Generic.Dictionary<string, Shop.Order>;
using Pair = (int Left, Shop.Order Right);
using global::Shop.Model;
using unsafe Bytes = byte*;
using Legacy::Shop.Old;

[assembly: InternalsVisibleTo("Shop.Tests")]

namespace Shop.Web
{
    using Shop.Data;
    using Inner = Shop.Data.Inner;

    class Uses
    {
        Json json;
        Map map = new Map();
    }
}
